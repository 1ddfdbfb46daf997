//! Roles of functions, of what they are run on, of targets, and of nodes inside of nodes.

use super::role;
use crate::operands::{Edit, Look, Role};
use crate::parse::{Line, Read, Reader};
use crate::print::{Printer, add};
use crate::program::{self, Args, Cond, FuncId, FuncKind, NumExpr, SetExpr, Write};

role! {
    /// A function whose results are counted, asked for or looked at, but do not go on.
    gen_func, FuncId, "func",
    |it, visitor| visitor.func(it, FuncKind::Gen),
    |it, printer, out| add(out, &printer.func_name(*it)),
    |reader, line| reader.func_id(line),
}

role! {
    /// A function that gives a number.
    num_func, FuncId, "value",
    |it, visitor| visitor.func(it, FuncKind::Num),
    |it, printer, out| add(out, &printer.func_name(*it)),
    |reader, line| reader.func_id(line),
}

role! {
    /// A function whose results go on.
    run, FuncId, "func",
    |it, visitor| visitor.run(it),
    |it, printer, out| add(out, &printer.func_name(*it)),
    |reader, line| reader.func_id(line),
}

role! {
    /// What functions are run on.
    args, Args, "(s1, v1, f1, d1)",
    |it, visitor| visitor.args(it),
    |it, printer, out| {
        let Args { s, v, f, d } = *it;
        add(out, &format!("({})", printer.values(&[s, v, f, d])));
    },
    |reader, line| match reader.values_in_brackets(line)?[..] {
        [s, v, f, d] => Ok(Args { s, v, f, d }),
        _ => Err(line.error("a function is run on four values: s, v, f, d".to_string())),
    },
}

role! {
    /// Where the node leads.
    Target, program::Target, "b1(…)",
    |it, visitor| visitor.target(it),
    |it, printer, out| add(out, &printer.target(it)),
    |reader, line| reader.target(line),
}

role! {
    /// Where a node leads that gives values of its own.
    then, program::Target, "-> b1(..)",
    |it, visitor| visitor.target(it),
    |it, printer, out| {
        let mut values = vec!["..".to_string()];
        values.extend(it.args.iter().map(|&arg| printer.value(arg)));
        add(out, &format!("-> b{}({})", it.block.0, values.join(", ")));
    },
    |reader, line| {
        line.expect("->")?;
        let block = reader.block_id(line)?;
        line.expect("(")?;
        line.expect("..")?;
        let mut args = Vec::new();
        while !line.eat(")") {
            line.expect(",")?;
            args.push(reader.value(line)?);
        }
        Ok(program::Target { block, args })
    },
}

role! {
    /// Everywhere a node leads.
    branches, Vec<program::Target>, "b1(…) | b2(…)",
    |it, visitor| for it in it {
        visitor.target(it);
    },
    |it, printer, out| {
        let branches: Vec<String> = it.iter().map(|it| printer.target(it)).collect();
        add(out, &branches.join(" | "));
    },
    |reader, line| {
        let mut branches = Vec::new();
        while !line.at_end() {
            if !branches.is_empty() {
                line.expect("|")?;
            }
            branches.push(reader.target(line)?);
        }
        Ok(branches)
    },
}

role! {
    /// Why a loop ends.
    Bound, program::Bound, "walk 512",
    |it, visitor| (),
    |it, printer, out| add(out, &crate::print::show_bound(it)),
    |reader, line| reader.bound(line),
}

/// Makes roles of nodes that are parts of other nodes.
macro_rules! nested {
    ($($role:ident $Family:ident $example:literal;)*) => {$(
        /// A node that is a part of the node.
        pub(crate) enum $role {}

        impl Role for $role {
            type Is = $Family;

            const EXAMPLE: &'static str = $example;

            fn look<'a, L: Look<'a> + ?Sized>(it: &'a $Family, look: &mut L) {
                it.look(look);
            }

            fn edit<'a, E: Edit<'a> + ?Sized>(it: &'a mut $Family, edit: &mut E) {
                it.edit(edit);
            }

            fn show(it: &$Family, printer: &Printer<'_>, out: &mut String) {
                it.show(printer, out);
            }

            fn read(reader: &mut Reader<'_>, line: &mut Line) -> Read<$Family> {
                $Family::read(reader, line)
            }
        }
    )*};
}
nested! {
    cond Cond "f1 in X1";
    set_expr SetExpr "…";
    num_expr NumExpr "…";
    write Write "…";
}
