//! Says how an extension module is linked where that is not the usual way of a library: on
//! macOS what Python defines is looked up when Python loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
