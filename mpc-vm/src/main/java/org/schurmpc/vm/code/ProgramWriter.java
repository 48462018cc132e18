package org.schurmpc.vm.code;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.field.Field;

/** Writes programs as files; {@link ProgramReader} reads them. */
public final class ProgramWriter {
  private ProgramWriter() {}

  /**
   * Returns the file of a program. Equal programs have equal files.
   *
   * @throws IllegalArgumentException if a number or a text is too long for the format
   */
  public static byte[] write(Program program) {
    int format = format(program);
    byte[][] sections = new byte[Container.sections(format)][];
    long bytes =
        Container.FIXED_BYTES
            + (long) sections.length * Container.ENTRY_BYTES
            + Container.DIGEST_BYTES;
    for (int id = 1; id <= sections.length; id++) {
      sections[id - 1] = section(program, id);
      bytes += sections[id - 1].length;
    }
    if (bytes > Container.MAX_BYTES) {
      throw new IllegalArgumentException("a program of " + bytes + " bytes");
    }
    ByteBuffer file = ByteBuffer.allocate((int) bytes);
    file.putLong(Container.MAGIC).putShort((short) format).putShort((short) 0);
    file.putInt(sections.length);
    int offset = file.position() + sections.length * Container.ENTRY_BYTES;
    for (int id = 1; id <= sections.length; id++) {
      file.putInt(id).putInt(offset).putInt(sections[id - 1].length);
      offset += sections[id - 1].length;
    }
    for (byte[] section : sections) {
      file.put(section);
    }
    file.put(sha256(file.array(), file.position()));
    return file.array();
  }

  private static int format(Program program) {
    if (program.bitField() > 0) {
      return Container.BITS_FORMAT;
    }
    if (hasOwnBits(program.tapes())) {
      return Container.OWN_BITS_FORMAT;
    }
    return program.tables().isEmpty() ? Container.FORMAT : Container.TABLE_FORMAT;
  }

  /** Whether a tape declares parties' own bits. */
  static boolean hasOwnBits(List<Tape> tapes) {
    return tapes.stream()
        .flatMap(tape -> Arrays.stream(tape.demand()))
        .anyMatch(Counts::hasOwnBits);
  }

  /** Returns the digest of all sections but the lines. */
  static byte[] digest(Program program) {
    FieldHash hash = new FieldHash("program");
    int format = format(program);
    if (format > Container.TABLE_FORMAT) {
      hash.add(format); // its tapes are read in another way
    }
    for (int id = 1; id <= Container.sections(format); id++) {
      if (id != Container.LINES) {
        hash.add(id).add(section(program, id));
      }
    }
    return hash.digest();
  }

  static byte[] sha256(byte[] bytes, int length) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(bytes, 0, length);
      return sha.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  private static byte[] section(Program program, int id) {
    SectionBytes to = new SectionBytes();
    switch (id) {
      case Container.HEAD -> head(program, to);
      case Container.POOL -> pools(program, to);
      case Container.MEMORY -> memory(program.memory(), to);
      case Container.PORTS -> ports(program, to);
      case Container.TAPES -> tapes(program, to);
      case Container.SCHEDULE -> to.words(program.schedule().words());
      case Container.TABLES -> TableSection.write(program.tables(), to);
      default -> lines(program.lines(), to);
    }
    return to.toArray();
  }

  private static void head(Program program, SectionBytes to) {
    to.text(program.name(), Container.MAX_NAME);
    to.u8(program.parties());
    to.u8(program.fields().size());
    for (FieldUse use : program.fields()) {
      to.text(use.field().name(), Container.MAX_NAME);
      to.u16(use.sigmaMask());
    }
  }

  private static void pools(Program program, SectionBytes to) {
    for (int f = 0; f < program.fields().size(); f++) {
      Field field = program.fields().get(f).field();
      long[] pool = program.pools().get(f);
      int count = pool.length / field.limbs();
      byte[] bytes = new byte[Math.multiplyExact(count, field.bytes())];
      field.toBytes(pool, 0, bytes, 0, count);
      to.u32(count);
      to.raw(bytes);
    }
  }

  private static void memory(MemoryLayout memory, SectionBytes to) {
    for (int f = 0; f < memory.secret().length; f++) {
      to.u32(memory.secret()[f]);
      to.u32(memory.clear()[f]);
    }
    to.u32(memory.ints());
    to.u8(memory.kept() ? 1 : 0);
  }

  private static void ports(Program program, SectionBytes to) {
    for (List<Port> ports : List.of(program.inputs(), program.outputs())) {
      to.u16(ports.size());
      for (Port port : ports) {
        to.text(port.name(), Container.MAX_NAME);
        to.u8(port.party() == Port.ALL ? Container.ALL : port.party());
        to.u8(port.field());
        to.u8(port.type().code());
        to.u16(port.width());
        if (port.type() == ValueType.FIXED) {
          to.u16(port.fraction());
        }
        to.u32(port.count());
      }
    }
    to.u16(program.texts().size());
    program.texts().forEach(text -> to.text(text, Container.MAX_TEXT));
  }

  private static void tapes(Program program, SectionBytes to) {
    boolean mixed = program.bitField() > 0;
    boolean ownBits = mixed || hasOwnBits(program.tapes());
    to.u32(program.tapes().size());
    for (Tape tape : program.tapes()) {
      to.text(tape.name(), Container.MAX_NAME);
      for (int f = 0; f < program.fields().size(); f++) {
        to.u32(tape.sRegisters()[f]);
        to.u32(tape.cRegisters()[f]);
      }
      to.u32(tape.iRegisters());
      for (Counts counts : tape.demand()) {
        demand(counts, ownBits, program.tables().size(), to);
        if (mixed) {
          mixed(counts.mixed(), program.parties(), to);
        }
      }
      to.u8(tape.bounded() ? 1 : 0);
      to.u16(tape.footprints().size());
      tape.footprints().forEach(footprint -> footprint(footprint, to));
      to.words(tape.words());
    }
  }

  private static void demand(Counts counts, boolean ownBits, int tables, SectionBytes to) {
    to.u64(counts.triples());
    to.u64(counts.squares());
    to.u64(counts.bits());
    to.u64(counts.inverses());
    for (long inputs : counts.inputs()) {
      to.u64(inputs);
    }
    if (ownBits) {
      for (long bits : counts.ownBits()) {
        to.u64(bits);
      }
    }
    for (int table = 0; table < tables; table++) {
      to.u64(counts.lookups(table));
    }
  }

  private static void mixed(MixedCounts counts, int parties, SectionBytes to) {
    to.u64(counts.ands());
    to.u64(counts.bits());
    to.u64(counts.daBits());
    for (int party = 0; party < parties; party++) {
      to.u64(counts.inputs(party));
    }
    to.u16(counts.masks().size());
    counts
        .masks()
        .forEach(
            (kind, n) -> {
              to.u16(kind.bits());
              to.u16(kind.split());
              to.u16(kind.width());
              to.u64(n);
            });
  }

  private static void footprint(Footprint footprint, SectionBytes to) {
    to.u8(footprint.kind());
    to.u8(footprint.field());
    to.u8(footprint.write() ? 1 : 0);
    to.u32(footprint.base());
    to.u32(footprint.stride());
    to.u32(footprint.length());
  }

  private static void lines(Lines lines, SectionBytes to) {
    to.u16(lines.files().size());
    lines.files().forEach(file -> to.text(file, Container.MAX_NAME));
    for (Lines.Runs runs : lines.tapes()) {
      to.u32(runs.instructions().length);
      for (int i = 0; i < runs.instructions().length; i++) {
        to.u32(runs.instructions()[i]);
        to.u16(runs.files()[i]);
        to.u32(runs.lines()[i]);
      }
    }
    // Files of programs without words end here.
    if (!lines.words().isEmpty()) {
      to.u16(lines.words().size());
      lines.words().forEach(word -> to.text(word, Container.MAX_TEXT));
    }
  }
}
