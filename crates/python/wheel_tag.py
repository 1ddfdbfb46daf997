"""Says which systems compiled files run on, as the platform tag of a wheel that holds them.

On Linux that is a question of the C library. A file that was linked against glibc names the
versions whose symbols it takes (`GLIBC_2.34`), and a system runs it if its glibc has the newest of
them; the tag `manylinux_2_34_x86_64` of PEP 600 tells pip just that. The names are read from the
ELF file itself, so that packing needs nothing but Python.
"""

import re
import struct

# The libraries that every system with glibc has: what a wheel may use without bringing it along.
PROVIDED = re.compile(r"(libc|libm|libdl|librt|libpthread|libutil|libgcc_s|ld-linux[-\w]*|ld64)\.so\.\d+")
# What the linker calls a way of loading that is no symbol, and the first version that knows it.
LOADING = {"GLIBC_ABI_DT_RELR": (2, 36)}
# pip asks for no older version.
OLDEST = {"x86_64": (2, 5), "i686": (2, 5)}
OLDEST_ELSEWHERE = (2, 17)

DYNAMIC, VERSION_NEEDS = 6, 0x6FFFFFFE
NEEDED = 1


def platform_tag(platform, files):
    """The tag of a wheel that was made on a platform (`linux_x86_64`) and holds these files.

    It stays the platform itself where that is not Linux, and where a file needs a library that a
    system may lack, or another C library than glibc: pip then installs it, but no index takes it.
    """
    system, _, machine = platform.partition("_")
    if system != "linux":
        return platform
    oldest = OLDEST.get(machine, OLDEST_ELSEWHERE)
    versions = [needed_glibc(it) for it in files]
    if None in versions:
        return platform
    major, minor = max(oldest, *versions)
    return f"manylinux_{major}_{minor}_{machine}"


def needed_glibc(data):
    """The oldest glibc that an ELF file runs with, or nothing if it takes more than that.

    A symbol that may be absent counts, too: `auditwheel` counts it, and an index asks that.
    """
    elf = Elf(data)
    if not all(map(PROVIDED.fullmatch, elf.libraries())):
        return None
    found = set()
    for name in elf.versions():
        if match := re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", name):
            found.add((int(match[1]), int(match[2])))
        elif name.startswith("GLIBC_"):
            found.add(LOADING.get(name))
    return None if None in found or not found else max(found)


class Elf:
    """As much of an executable or a shared library as tells what it needs."""

    def __init__(self, data):
        if data[:4] != b"\x7fELF" or len(data) < 64:
            raise ValueError("not an ELF file")
        self.data = data
        self.is_wide = data[4] == 2
        self.order = "<" if data[5] == 1 else ">"
        self.sections = list(self.read_sections())

    def read(self, format, at):
        return struct.unpack_from(self.order + format, self.data, at)

    def read_sections(self):
        """Type, place, size and the number of the section with its texts, of each section."""
        (table,) = self.read("Q", 0x28) if self.is_wide else self.read("I", 0x20)
        size, count = self.read("HH", 0x3A if self.is_wide else 0x2E)
        if size == 0:
            raise ValueError("an ELF file without sections")
        for at in range(table, table + size * count, size):
            fields = self.read("IIQQQQII" if self.is_wide else "IIIIIIII", at)
            yield fields[1], fields[4], fields[5], fields[6]

    def text(self, section, offset):
        start = self.sections[section][1] + offset
        return self.data[start : self.data.index(b"\0", start)].decode()

    def of_kind(self, kind):
        return [it for it in self.sections if it[0] == kind]

    def libraries(self):
        """The shared libraries that are loaded with it."""
        for _, start, size, texts in self.of_kind(DYNAMIC):
            step = 16 if self.is_wide else 8
            for at in range(start, start + size, step):
                tag, value = self.read("QQ" if self.is_wide else "II", at)
                if tag == NEEDED:
                    yield self.text(texts, value)

    def versions(self):
        """The versions of these libraries whose symbols it takes."""
        for _, at, _, texts in self.of_kind(VERSION_NEEDS):
            is_more = True
            while is_more:
                _, count, _, first, following = self.read("HHIII", at)
                version = at + first
                for _ in range(count):
                    _, _, _, name, next_version = self.read("IHHII", version)
                    yield self.text(texts, name)
                    version += next_version
                at += following
                is_more = following != 0
