package org.schurmpc.vm.verify;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ProgramReader;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/**
 * Verifies programs: after it, no instruction uses registers, memory, constants, ports or
 * instructions that are not there, openings start and stop in pairs, the declared demand is the one
 * consumed, and tapes of one step do not depend on each other. Takes time and memory in proportion
 * to the program, and never as much as its numbers say.
 */
public final class Verifier {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Program program;
  private final String where;

  /** Whether tapes are given the demand that they have, in place of a check of the declared one. */
  private final boolean declares;

  private Verifier(Program program, String where, boolean declares) {
    this.program = program;
    this.where = where;
    this.declares = declares;
  }

  /**
   * Verifies a program.
   *
   * @param where the name of the program's file, for messages
   * @throws BadFile if the program is malformed, or has parts that this version does not run
   */
  public static VerifiedProgram verify(Program program, String where) throws BadFile {
    return new Verifier(program, where, false).verify();
  }

  /**
   * Verifies a program whose compiler leaves the demand of tapes open, and declares what they
   * consume. Of a loop whose number of turns is not known, one turn counts.
   *
   * @param where names the program, for messages
   * @throws BadFile as {@link #verify}
   */
  public static VerifiedProgram verifyCompiled(Program program, String where) throws BadFile {
    return new Verifier(program, where, true).verify();
  }

  /**
   * Reads and verifies a program.
   *
   * @throws BadFile if the file cannot be read, or the program is malformed
   */
  public static VerifiedProgram read(Path path) throws BadFile {
    return verify(ProgramReader.read(path), path.toString());
  }

  /**
   * Verifies a program that a compiler of others made, and replaces its masked openings by reveals:
   * nobody can see whether they are masked. Refuses lookups at indices that may be none: the check
   * would show whether they are, which can depend on a secret. All earlier openings are then
   * checked before each of them is sent, which takes more rounds. Parties agree on the program with
   * reveals, which has a digest of its own.
   *
   * @param where the name of the program's file, for messages
   * @throws BadFile if the program is malformed, or has a lookup whose index is not proven to be
   *     one for all inputs
   */
  public static VerifiedProgram verifyForeign(Program program, String where) throws BadFile {
    VerifiedProgram unmasked = verify(Unmasked.of(verify(program, where).program()), where);
    unmasked.requireProvenIndices();
    return unmasked;
  }

  private BadFile bad(String reason) {
    return new BadFile(where + ": " + reason);
  }

  private void require(boolean holds, String reason) throws BadFile {
    if (!holds) {
      throw bad(reason);
    }
  }

  private VerifiedProgram verify() throws BadFile {
    head();
    shapes();
    memory();
    long inputs = ports(program.inputs(), "input");
    long outputs = ports(program.outputs(), "output");
    require(inputs <= Limits.PORT_ELEMENTS, "the inputs have more than 2^26 values");
    require(outputs <= Limits.OPENED, "the outputs have more than 2^24 values");
    texts();
    tables();
    List<VerifiedTape> tapes = new ArrayList<>();
    for (int t = 0; t < program.tapes().size(); t++) {
      tape(program.tapes().get(t));
      lines(t);
      tapes.add(new TapeVerifier(program, t, where).verify(declares));
    }
    new ScheduleCheck(program, where).check();
    List<BitSet> unproven = IndexSpans.unproven(program, tapes);
    for (int t = 0; t < tapes.size(); t++) {
      tapes.set(t, tapes.get(t).withUnproven(unproven.get(t)));
    }
    boolean[] clear = clearOutputs();
    try {
      // A program that was compiled before keeps its file and digest.
      Program verified =
          declares ? program.withTapes(tapes.stream().map(VerifiedTape::tape).toList()) : program;
      return new VerifiedProgram(verified, where, tapes, clear, verified.digest());
    } catch (IllegalArgumentException e) {
      throw new BadFile(where + ": the program is too large for a file", e);
    }
  }

  private void head() throws BadFile {
    int parties = program.parties();
    requireNames(Stream.of(program.name()), "program");
    require(
        parties >= 2 && parties <= Limits.PARTIES,
        "a program is for 2 to 16 parties, not for %d".formatted(parties));
    List<FieldUse> fields = program.fields();
    require(
        !fields.isEmpty() && fields.size() <= Code.FIELDS, "a program has one field, two or three");
    List<FieldUse> own = fields.stream().filter(use -> !use.isBits()).toList();
    boolean second = own.size() == 1 || (own.size() == 2 && own.get(1).field().isBinary());
    boolean first = fields.size() == 1 || !fields.get(0).field().isBinary();
    require(
        !own.isEmpty() && second && first,
        "of two fields, the first is a prime field and the second a binary one");
    require(
        own.size() == fields.size() || (program.bitField() == own.size() && parties == 2),
        "bits are the last field, behind a prime one, of a program of two parties");
    boolean withBits = own.size() < fields.size();
    for (FieldUse use : own) {
      int most =
          Math.min(use.field().bits() - 2, withBits ? FieldUse.MOST_BIT_SIGMA : Integer.MAX_VALUE);
      require(
          use.sigmaMask() >= 0 && use.sigmaMask() <= most,
          "masks over %s have at most %d bits more than what they hide, not %d"
              .formatted(use.field().name(), most, use.sigmaMask()));
    }
  }

  /** Requires that lists by field and by tape have their lengths, whoever made the program. */
  private void shapes() throws BadFile {
    int fields = program.fields().size();
    MemoryLayout memory = program.memory();
    boolean fits =
        program.pools().size() == fields
            && memory.secret().length == fields
            && memory.clear().length == fields
            && program.lines().tapes().size() == program.tapes().size();
    for (int f = 0; fits && f < fields; f++) {
      Field field = program.fields().get(f).field();
      fits = areElements(field, program.pools().get(f));
    }
    for (Tape tape : program.tapes()) {
      fits &= tape.sRegisters().length == fields && tape.cRegisters().length == fields;
      fits &= tape.demand().length == fields;
      for (Counts counts : tape.demand()) {
        fits &= counts.inputs().length == program.parties();
        fits &= counts.ownBits().length == program.parties();
        fits &= counts.lookups().length <= program.tables().size();
      }
    }
    require(fits, "the parts of the program do not fit each other");
    require(program.tapes().size() <= Limits.TAPES, "there are more than 65,536 tapes");
    requireNames(program.tapes().stream().map(Tape::name), "tape");
  }

  /** Whether constants are elements: only these survive the way over the encoding of the wire. */
  private static boolean areElements(Field field, long[] pool) {
    int count = pool.length / field.limbs();
    if (pool.length % field.limbs() != 0 || count > Limits.CONSTANTS) {
      return false;
    }
    byte[] bytes = new byte[count * field.bytes()];
    long[] elements = new long[pool.length];
    field.toBytes(pool, 0, bytes, 0, count);
    return field.fromBytes(bytes, 0, elements, 0, count) && Arrays.equals(pool, elements);
  }

  private void memory() throws BadFile {
    MemoryLayout memory = program.memory();
    long cells = memory.ints();
    long bytes = (long) memory.ints() * Long.BYTES;
    boolean positive = memory.ints() >= 0;
    for (int f = 0; f < program.fields().size(); f++) {
      long element = (long) program.fields().get(f).field().limbs() * Long.BYTES;
      positive &= memory.secret()[f] >= 0 && memory.clear()[f] >= 0;
      cells += (long) memory.secret()[f] + memory.clear()[f];
      bytes += program.fields().get(f).secretBytes() * memory.secret()[f];
      bytes += element * memory.clear()[f];
    }
    require(
        positive && cells <= Limits.CELLS && bytes <= Limits.MEMORY_BYTES,
        "the memory has more than 2^28 cells or 4 GiB");
  }

  static long cells(MemoryLayout memory, Footprint footprint) {
    return switch (footprint.kind()) {
      case Footprint.SECRET -> memory.secret()[footprint.field()];
      case Footprint.CLEAR -> memory.clear()[footprint.field()];
      default -> memory.ints();
    };
  }

  /** Checks ports, and returns the number of their values. */
  private long ports(List<Port> ports, String kind) throws BadFile {
    require(ports.size() <= Limits.ENTRIES, "there are more than 65,535 ports");
    requireNames(ports.stream().map(Port::name), kind);
    long elements = 0;
    for (Port port : ports) {
      String called = "%s %s ".formatted(kind, port.name());
      boolean all = port.party() == Port.ALL && kind.equals("output");
      require(
          all || (port.party() >= 0 && port.party() < program.parties()),
          called + "is of a party that is not there");
      require(
          port.field() >= 0 && port.field() < program.fields().size(),
          called + "is over a field that is not there");
      require(
          hasWidth(port, kind.equals("input")),
          called
              + "has a type or a width that its field does not have: "
              + "%s of %,d bits over a field of %,d"
                  .formatted(
                      port.type().name().toLowerCase(Locale.ROOT),
                      port.width(),
                      program.fields().get(port.field()).field().bits()));
      require(port.count() >= 1, called + "has no values");
      elements += port.elements(program.fields());
    }
    return elements;
  }

  /** Whether the type and the width of a port are some of its field; numbers are given as bits. */
  private boolean hasWidth(Port port, boolean input) {
    boolean asBits = input && port.isOfBits(program.fields());
    Field field = program.fields().get(asBits ? 0 : port.field()).field();
    int width = port.width();
    if (port.type() == ValueType.FIXED ? port.fraction() >= width : port.fraction() != 0) {
      return false;
    }
    return switch (port.type()) {
      case ELEMENT -> width == 0 && !program.fields().get(port.field()).isBits();
      case BIT -> width == 1;
      case UNSIGNED -> width >= 1 && width <= field.bits() - (field.isBinary() ? 0 : 1);
      case SIGNED, FIXED -> !field.isBinary() && width >= 1 && width <= field.bits() - 1;
    };
  }

  private void requireNames(Stream<String> names, String kind) throws BadFile {
    Set<String> seen = new HashSet<>();
    for (String name : (Iterable<String>) names::iterator) {
      require(
          name.length() <= Limits.NAME_BYTES && NAME.matcher(name).matches(),
          "a name of a %s is not made of letters, digits and underscores".formatted(kind));
      require(seen.add(name), "there are two of %s %s".formatted(kind, name));
    }
  }

  private void texts() throws BadFile {
    requireTexts(program.texts(), Limits.TEXT_BYTES);
    requireTexts(program.lines().files(), Limits.NAME_BYTES);
    requireTexts(program.lines().words(), Limits.TEXT_BYTES);
  }

  private void requireTexts(List<String> texts, int bytes) throws BadFile {
    require(texts.size() <= Limits.ENTRIES, "there are more than 65,535 texts");
    for (String text : texts) {
      require(
          text.getBytes(StandardCharsets.UTF_8).length <= bytes
              && text.codePoints().noneMatch(Character::isISOControl),
          "a text is too long or has control characters");
    }
  }

  private void tables() throws BadFile {
    List<PublicTable> tables = program.tables();
    require(
        tables.size() <= Limits.TABLES, "there are more than %d tables".formatted(Limits.TABLES));
    for (int t = 0; t < tables.size(); t++) {
      PublicTable table = tables.get(t);
      LookupTable entries = table.entries();
      require(
          table.form() != PublicTable.Form.BYTES
              || Math.max(entries.inputBits(), entries.outputBits()) <= PublicTable.BYTE_BITS,
          "table %d has bytes of more than %d bits".formatted(t, PublicTable.BYTE_BITS));
      require(
          program.fields().stream().anyMatch(use -> table.isOver(use.field())),
          "no field of the program has table %d".formatted(t));
    }
  }

  private void tape(Tape tape) throws BadFile {
    String called = "tape %s ".formatted(tape.name());
    long bytes = (long) tape.iRegisters() * Long.BYTES;
    boolean positive = tape.iRegisters() >= 0;
    for (int f = 0; f < program.fields().size(); f++) {
      long element = (long) program.fields().get(f).field().limbs() * Long.BYTES;
      positive &= tape.sRegisters()[f] >= 0 && tape.cRegisters()[f] >= 0;
      bytes += program.fields().get(f).secretBytes() * tape.sRegisters()[f];
      bytes += element * tape.cRegisters()[f];
    }
    require(
        positive && bytes <= Limits.REGISTER_BYTES, called + "has more than 1 GiB of registers");
    require(tape.footprints().size() <= Limits.ENTRIES, called + "has more than 65,535 footprints");
    for (Footprint footprint : tape.footprints()) {
      require(isInMemory(footprint), called + "has a footprint that is not in the memory");
    }
  }

  private boolean isInMemory(Footprint footprint) {
    boolean integer = footprint.kind() == Footprint.INTEGER;
    boolean known =
        integer || footprint.kind() == Footprint.SECRET || footprint.kind() == Footprint.CLEAR;
    int fields = integer ? 1 : program.fields().size();
    return known
        && footprint.field() >= 0
        && footprint.field() < fields
        && footprint.base() >= 0
        && footprint.stride() >= 0
        && footprint.stride() <= Limits.CELLS
        && footprint.length() >= 1
        && footprint.base() <= Limits.CELLS
        && footprint.length() <= Limits.CELLS
        && footprint.base() + footprint.length() <= cells(program.memory(), footprint);
  }

  /** Returns the output ports that hold clear values; requires that none holds both kinds. */
  private boolean[] clearOutputs() throws BadFile {
    int ports = program.outputs().size();
    boolean[] clear = new boolean[ports];
    boolean[] secret = new boolean[ports];
    for (Tape tape : program.tapes()) {
      int[] code = tape.words();
      for (int at = 0; at < code.length; at += Code.words(code, at)) {
        Op op = Code.op(code[at]);
        if (op == Op.OUTPUT || op == Op.OUTPUTC) {
          (op == Op.OUTPUT ? secret : clear)[code[at + 2]] = true;
        }
      }
    }
    for (int port = 0; port < ports; port++) {
      Port output = program.outputs().get(port);
      require(
          !(clear[port] && secret[port]),
          "output %s gets secret and clear values".formatted(output.name()));
      require(
          !clear[port] || output.party() == Port.ALL,
          "output %s is of one party and gets clear values, which all know"
              .formatted(output.name()));
    }
    return clear;
  }

  private void lines(int tape) throws BadFile {
    Lines.Runs runs = program.lines().tapes().get(tape);
    int before = -1;
    int count = runs.instructions().length;
    boolean valid = runs.files().length == count && runs.lines().length == count;
    for (int i = 0; valid && i < count; i++) {
      valid =
          runs.instructions()[i] > before
              && runs.files()[i] >= 0
              && runs.files()[i] < program.lines().files().size()
              && runs.lines()[i] >= 0;
      before = runs.instructions()[i];
    }
    require(valid, "the source lines of tape %s are malformed".formatted(name(tape)));
  }

  private String name(int tape) {
    return program.tapes().get(tape).name();
  }
}
