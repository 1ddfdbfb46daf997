//! Rooms of hidden games in a folder, a file each, so that a restart of the server loses none.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read here")]

use crate::files;
use crate::report::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use web::RoomStore;

/// What files of rooms are called.
const ENDING: &str = "room";
/// No file of a room is longer.
const MOST_BYTES: u64 = 4 << 20;

/// A folder of rooms.
pub(super) struct KeptRooms(PathBuf);

impl KeptRooms {
    /// A folder, made now if there is none.
    pub(super) fn new(folder: &Path) -> Result<KeptRooms, Failure> {
        fs::create_dir_all(folder).map_err(|why| {
            Failure::new(format!("the folder `{}` cannot be made: {why}", folder.display()))
                .at("--rooms")
                .hint("name a folder, or a place where one can be made")
        })?;
        Ok(KeptRooms(folder.to_path_buf()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{ENDING}"))
    }
}

impl RoomStore for KeptRooms {
    fn load(&self) -> Vec<String> {
        let Ok(listed) = fs::read_dir(&self.0) else { return Vec::new() };
        let paths = listed.filter_map(|entry| Some(entry.ok()?.path()));
        let is_room = |path: &PathBuf| {
            let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
            path.extension().is_some_and(|ending| ending == ENDING) && size <= MOST_BYTES
        };
        let mut paths: Vec<PathBuf> = paths.filter(is_room).collect();
        paths.sort();
        paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
    }

    fn keep(&self, name: &str, text: &str) -> Result<(), String> {
        files::replace(&self.path(name), text).map_err(|why| why.message())
    }

    fn forget(&self, name: &str) {
        // A file that stays is loaded once more, and dropped again one day.
        let _ = fs::remove_file(self.path(name));
    }
}
