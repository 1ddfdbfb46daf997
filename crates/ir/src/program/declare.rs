//! The macro that makes of one declaration of each node everything that would only repeat it: the
//! enum, its text form in both directions, its operands, its effects and its line in the
//! documentation.
//!
//! ```text
//! /// What it means.
//! Name { field: role, … } [ "word" field "," … ] fact(…) …;
//! ```
//!
//! A *role* says what a field is: its type in Rust, how it is written and read, and what a
//! visitor is shown of it; all roles are in `operands`. The brackets hold the text form: words
//! and marks in quotes, fields by name, and `@` for the position that a write changes. A *fact* is
//! a method of [`Effect`](super::Effect), which may look at the fields.
//!
//! Fields are visited in the order in which they are declared, whatever their order in the text.

/// Declares families of nodes; see the head of this file.
macro_rules! nodes {
    ($(
        $(#[doc = $about:literal])*
        enum $Family:ident {
            $(
                $(#[doc = $doc:literal])*
                $Node:ident
                    $({ $($field:ident: $role:ident),* $(,)? })?
                    $(( $($part:ident: $part_role:ident),* ))?
                    [ $($item:tt)* ]
                    $($fact:ident ( $($arg:tt)* ))*
                ;
            )*
        }
    )*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            #[allow(missing_docs, reason = "the fields are named as in the text form: s, v, f, d")]
            pub enum $Family {
                $(
                    $(#[doc = $doc])*
                    $Node
                        $({ $($field: $crate::operands::operand!($role)),* })?
                        $(( $($crate::operands::operand!($part_role)),* ))?,
                )*
            }

            impl $Family {
                /// Shows a visitor each operand.
                pub fn look<'a, L: Look<'a> + ?Sized>(&'a self, look: &mut L) {
                    match self {$(
                        Self::$Node $({ $($field),* })? $(( $($part),* ))? => {
                            $($(<roles::$role as Role>::look($field, look);)*)?
                            $($(<roles::$part_role as Role>::look($part, look);)*)?
                        }
                    )*}
                }

                /// Shows a visitor the place of each operand.
                pub fn edit<'a, E: Edit<'a> + ?Sized>(&'a mut self, edit: &mut E) {
                    match self {$(
                        Self::$Node $({ $($field),* })? $(( $($part),* ))? => {
                            $($(<roles::$role as Role>::edit($field, edit);)*)?
                            $($(<roles::$part_role as Role>::edit($part, edit);)*)?
                        }
                    )*}
                }

                /// What it does to a path and to a position, whatever it is run on.
                #[allow(unused_variables, reason = "only some facts depend on fields")]
                pub fn effect(&self) -> Effect {
                    match self {$(
                        Self::$Node $({ $($field),* })? $(( $($part),* ))? => {
                            Effect::NONE $(.$fact($($arg)*))*
                        }
                    )*}
                }

                /// The lines of its documentation, as [`Node::about`] has them.
                pub fn about(&self) -> &'static [&'static str] {
                    match self {$(Self::$Node { .. } => &[$($doc),*],)*}
                }

                /// Writes its text form after what has been written.
                #[allow(non_camel_case_types, reason = "a field's role is called as the field")]
                pub(crate) fn show(&self, printer: &Printer<'_>, out: &mut String) {
                    match self {$(
                        Self::$Node $({ $($field),* })? $(( $($part),* ))? => {
                            $($(type $field = roles::$role;)*)?
                            $($(type $part = roles::$part_role;)*)?
                            $(show_item!(printer, out, $item);)*
                        }
                    )*}
                }

                /// Reads the first of the nodes whose text form fits.
                #[allow(non_camel_case_types, reason = "a field's role is called as the field")]
                pub(crate) fn read(reader: &mut Reader<'_>, line: &mut Line) -> Read<Self> {
                    let mut choice = Choice::new(line);
                    $({
                        $($(type $field = roles::$role;)*)?
                        $($(type $part = roles::$part_role;)*)?
                        let attempt = (|reader: &mut Reader<'_>, line: &mut Line| -> Read<Self> {
                            let _ = &reader;
                            $(read_item! { reader, line, $item })*
                            Ok(Self::$Node $({ $($field),* })? $(( $($part),* ))?)
                        })(reader, line);
                        if let Some(node) = choice.settle(line, attempt) {
                            return Ok(node);
                        }
                    })*
                    Err(choice.failure(line))
                }
            }
        )*

        /// All nodes, family by family, for documentation and tools.
        #[allow(non_camel_case_types, reason = "a field's role is called as the field")]
        pub const NODES: &[Node] = &[$($(
            {
                $($(type $field = roles::$role;)*)?
                $($(type $part = roles::$part_role;)*)?
                Node {
                    family: stringify!($Family),
                    name: stringify!($Node),
                    about: &[$($doc),*],
                    form: &[$(form_item!($item)),*],
                    facts: &[$(stringify!($fact)),*],
                }
            },
        )*)*];
    };
}

/// Writes one item of a text form.
macro_rules! show_item {
    ($printer:ident, $out:ident, @) => {
        print::add($out, print::CHANGED)
    };
    ($printer:ident, $out:ident, $field:ident) => {
        <$field as Role>::show($field, $printer, $out)
    };
    ($printer:ident, $out:ident, $word:literal) => {
        print::add($out, $word)
    };
}

/// Reads one item of a text form; a field becomes a variable of its name.
macro_rules! read_item {
    ($reader:ident, $line:ident, @) => {
        $reader.changed = Some($reader.value($line)?);
    };
    ($reader:ident, $line:ident, $field:ident) => {
        let $field = <$field as Role>::read($reader, $line)?;
    };
    ($reader:ident, $line:ident, $word:literal) => {
        $line.literal($word)?;
    };
}

/// One item of a text form as an example.
macro_rules! form_item {
    (@) => {
        "s1"
    };
    ($field:ident) => {
        <$field as Role>::EXAMPLE
    };
    ($word:literal) => {
        $word
    };
}
