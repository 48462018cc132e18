package org.schurmpc.vm.code;

/**
 * The file format of programs; all numbers are big-endian. Format 1 has no section of tables,
 * format 2 has one, in format 3, which may have no table, tapes declare parties' own bits, and in
 * format 4 there are TinyOT's bits, and tapes declare what these take, too:
 *
 * <pre>
 * "SCHURVM\n", u16 format, u16 zero, u32 number of sections
 * u32 id, u32 offset, u32 length of each section, in the order of ids, without gaps
 * the sections
 * SHA-256 of all bytes before
 * </pre>
 */
final class Container {
  static final long MAGIC = 0x53434855_52564d0aL;

  /** The format of programs without tables. */
  static final int FORMAT = 1;

  /** The format of programs with tables. */
  static final int TABLE_FORMAT = 2;

  /** The format of programs that consume parties' own bits, with or without tables. */
  static final int OWN_BITS_FORMAT = 3;

  /** The format of programs with TinyOT's bits. */
  static final int BITS_FORMAT = 4;

  static final int HEAD = 1;
  static final int POOL = 2;
  static final int MEMORY = 3;
  static final int PORTS = 4;
  static final int TAPES = 5;
  static final int SCHEDULE = 6;

  /** The only section that is not part of the program's digest. */
  static final int LINES = 7;

  static final int TABLES = 8;

  static final int ENTRY_BYTES = 12;
  static final int FIXED_BYTES = 16;
  static final int DIGEST_BYTES = 32;
  static final int MAX_BYTES = 1 << 28;

  static final int MAX_TAPES = 1 << 16;

  /** Maximum length of a name in bytes. */
  static final int MAX_NAME = 256;

  /** Maximum length of a text to print in bytes. */
  static final int MAX_TEXT = 1 << 12;

  /** Party of an output that all receive. */
  static final int ALL = 0xff;

  private static final String[] NAMES = {
    "HEAD", "POOL", "MEMORY", "PORTS", "TAPES", "SCHEDULE", "LINES", "TABLES"
  };

  private Container() {}

  /** Returns the number of sections of a format: their ids are 1 to this number, each once. */
  static int sections(int format) {
    return format == FORMAT ? LINES : TABLES;
  }

  static String name(int section) {
    return NAMES[section - 1];
  }
}
