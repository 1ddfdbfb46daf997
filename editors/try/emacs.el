;; Lets Emacs ask the language server for mistakes, a hover and a definition, by the settings of
;; docs/editors.md (Emacs 29, or an older one with the package eglot):
;;     emacs --batch -l editors/try/emacs.el
;; MULTIGAME names another program than the one on the path.
(package-initialize)
(require 'eglot)
(define-derived-mode multigame-mode prog-mode "Multigame"
  (setq-local comment-start "// "))
(modify-syntax-entry ?/ ". 12" multigame-mode-syntax-table)
(modify-syntax-entry ?\n ">" multigame-mode-syntax-table)
(add-to-list 'auto-mode-alist '("\\.mg\\'" . multigame-mode))
(add-to-list 'eglot-server-programs
             (list 'multigame-mode (or (getenv "MULTIGAME") "multigame") "lsp"))
(setq eglot-sync-connect 20)
(find-file (expand-file-name "three.mg" (file-name-directory load-file-name)))
(setq project-find-functions (list (lambda (folder) (cons 'transient folder))))
(apply #'eglot (eglot--guess-contact))
(let ((tries 0))
  (while (and (< tries 200) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (flymake-start)
    (setq tries (1+ tries))))
(unless (flymake-diagnostics) (error "no mistake is shown"))
(dolist (it (flymake-diagnostics))
  (message "diagnostic: %s" (flymake-diagnostic-text it)))
(goto-char (point-min))
(search-forward "find e")
(backward-char 3)
(message "hover: %s" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                      (eglot--TextDocumentPositionParams)))
(goto-char (point-min))
(search-forward "try mo")
(message "definition: %s" (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
