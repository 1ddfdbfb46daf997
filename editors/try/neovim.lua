-- Lets Neovim (0.7 or later) ask the language server everything once:
--     nvim --headless -u editors/try/neovim.lua
-- MULTIGAME names another program than the one on the path. It prints the answers, and ends with
-- code 1 if one is missing.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local failed = false

local function say(what, answer)
  local text = vim.inspect(answer):gsub("%s+", " "):sub(1, 200)
  io.stdout:write(what .. ": " .. text .. "\n")
  failed = failed or answer == nil or vim.tbl_isempty(answer)
end

vim.cmd("edit " .. here .. "/three.mg")
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({
  name = "multigame",
  cmd = { vim.env.MULTIGAME or "multigame", "lsp" },
  root_dir = here,
})
vim.lsp.buf_attach_client(buffer, id)
vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
say("diagnostics", vim.diagnostic.get(buffer))

local function ask(method, line, column, more)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = column },
  }
  local answers = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend("force", params, more or {}), 20000)
  say(method, answers and answers[id] and answers[id].result)
end

local function range(first, last)
  return { range = { start = { line = first, character = 0 }, ["end"] = { line = last, character = 0 } } }
end

ask("textDocument/hover", 4, 9)
ask("textDocument/completion", 4, 12)
ask("textDocument/definition", 3, 12)
ask("textDocument/references", 3, 12, { context = { includeDeclaration = true } })
ask("textDocument/rename", 3, 12, { newName = "put" })
ask("textDocument/formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } })
ask("textDocument/documentSymbol", 0, 0)
ask("textDocument/semanticTokens/full", 0, 0)
ask("textDocument/codeAction", 0, 0, vim.tbl_extend("force", range(4, 5), { context = { diagnostics = {} } }))
-- What follows is there for rules that can be played.
vim.api.nvim_buf_set_lines(buffer, 4, 5, true, { "move = find empty field, replace by own mark." })
vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
ask("textDocument/codeLens", 0, 0)
ask("textDocument/inlayHint", 0, 0, range(0, 5))
vim.lsp.stop_client(id)
vim.cmd(failed and "cquit 1" or "qall!")
