package org.schurmpc.vm.code;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * Reads the files of {@link ProgramWriter}. Checks the container and that every part can be
 * represented; the verifier checks what the parts mean.
 */
public final class ProgramReader {
  private static final int TAPE_BYTES = 53;
  private static final int RUN_BYTES = 10;

  private final String where;
  private final ByteBuffer file;
  private final SectionInput[] sections = new SectionInput[Container.TABLES + 1];
  private int format;

  private ProgramReader(byte[] bytes, String where) {
    this.where = where;
    this.file = ByteBuffer.wrap(bytes);
  }

  /**
   * Reads a program.
   *
   * @param where the name of the file, for messages
   * @throws BadFile if the bytes are no program of a known format
   */
  public static Program read(byte[] bytes, String where) throws BadFile {
    return new ProgramReader(bytes, where).read();
  }

  /**
   * Reads a program.
   *
   * @throws BadFile if the file cannot be read or is no program of a known format
   */
  public static Program read(Path path) throws BadFile {
    try {
      if (!Files.isRegularFile(path)) {
        throw new BadFile(path + (Files.exists(path) ? " is no file" : " does not exist"));
      }
      if (Files.size(path) > Container.MAX_BYTES) {
        throw new BadFile(path + ": no program is longer than 256 MiB");
      }
      return read(Files.readAllBytes(path), path.toString());
    } catch (IOException e) {
      throw new BadFile(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  private BadFile bad(String reason) {
    return new BadFile(where + ": " + reason);
  }

  private Program read() throws BadFile {
    container();
    SectionInput head = sections[Container.HEAD];
    String name = head.text(Container.MAX_NAME);
    int parties = head.u8();
    List<FieldUse> fields = fields(head);
    head.end();
    if (format == Container.BITS_FORMAT != FieldUse.bits(fields) >= 0) {
      throw head.bad("has bits in another format than 4, or none in format 4");
    }
    List<long[]> pools = pools(fields);
    MemoryLayout memory = memory(fields.size());
    SectionInput ports = sections[Container.PORTS];
    List<Port> inputs = ports(ports);
    List<Port> outputs = ports(ports);
    List<String> texts = new ArrayList<>();
    for (int i = ports.u16(); i > 0; i--) {
      texts.add(ports.text(Container.MAX_TEXT));
    }
    ports.end();
    List<PublicTable> tables =
        sections[Container.TABLES] == null
            ? List.of()
            : TableSection.read(sections[Container.TABLES], format);
    List<Tape> tapes = tapes(parties, fields.size(), tables.size());
    SectionInput schedule = sections[Container.SCHEDULE];
    Schedule control = new Schedule(schedule.words());
    schedule.end();
    return new Program(
        name,
        parties,
        fields,
        pools,
        memory,
        inputs,
        outputs,
        texts,
        tables,
        tapes,
        control,
        lines(tapes.size()));
  }

  private void container() throws BadFile {
    int least = Container.FIXED_BYTES + Container.DIGEST_BYTES;
    if (file.capacity() < least || file.getLong() != Container.MAGIC) {
      throw bad("this is no program");
    }
    if (file.capacity() > Container.MAX_BYTES) {
      throw bad("no program is longer than 256 MiB");
    }
    format = file.getShort() & 0xffff;
    if (format < Container.FORMAT || format > Container.BITS_FORMAT) {
      throw bad(
          "the program has format %d, and this version knows formats 1 to 4".formatted(format));
    }
    if (file.getShort() != 0) {
      throw bad("a number in the first bytes must be 0");
    }
    int end = file.capacity() - Container.DIGEST_BYTES;
    byte[] digest = Arrays.copyOfRange(file.array(), end, file.capacity());
    if (!MessageDigest.isEqual(digest, ProgramWriter.sha256(file.array(), end))) {
      throw bad("the file was changed or cut short: its digest is another one");
    }
    int count = Container.sections(format);
    if (file.getInt() != count) {
      throw bad("a program of format %d has %d sections".formatted(format, count));
    }
    if (Container.FIXED_BYTES + count * Container.ENTRY_BYTES > end) {
      throw bad("the table of sections is cut short");
    }
    long offset = Container.FIXED_BYTES + (long) count * Container.ENTRY_BYTES;
    for (int id = 1; id <= count; id++) {
      offset = section(id, offset, end);
    }
    if (offset != end) {
      throw bad("there are bytes after the last section");
    }
  }

  private long section(int id, long offset, int end) throws BadFile {
    int foundId = file.getInt();
    long start = file.getInt() & 0xffffffffL;
    long length = file.getInt() & 0xffffffffL;
    if (foundId != id || start != offset || start + length > end) {
      throw bad("the table of sections is wrong in section " + Container.name(id));
    }
    sections[id] = new SectionInput(file.slice((int) start, (int) length), where, id);
    return start + length;
  }

  private static List<FieldUse> fields(SectionInput head) throws BadFile {
    List<FieldUse> fields = new ArrayList<>();
    int count = head.u8();
    if (count < 1 || count > Code.FIELDS) {
      throw head.bad("names %d fields, and a program has one to three".formatted(count));
    }
    for (int i = 0; i < count; i++) {
      String name = head.text(Container.MAX_NAME);
      fields.add(new FieldUse(field(head, name), head.u16()));
    }
    return fields;
  }

  private static Field field(SectionInput head, String name) throws BadFile {
    if (name.equals(Fields.bits().name())) {
      return Fields.bits();
    }
    try {
      Field field = Fields.named(name);
      if (field.name().equals(name)) {
        return field;
      }
      throw head.bad("calls the field %s by another name".formatted(field.name()));
    } catch (Refused e) {
      throw new BadFile(head.bad("names no field of ours").getMessage(), e);
    }
  }

  private List<long[]> pools(List<FieldUse> fields) throws BadFile {
    SectionInput section = sections[Container.POOL];
    List<long[]> pools = new ArrayList<>();
    for (FieldUse use : fields) {
      Field field = use.field();
      int count = section.count(field.bytes());
      byte[] bytes = section.raw(count * field.bytes());
      long[] pool = new long[count * field.limbs()];
      if (!field.fromBytes(bytes, 0, pool, 0, count)) {
        throw section.bad("has a constant that is no element of " + field.name());
      }
      pools.add(pool);
    }
    section.end();
    return pools;
  }

  private MemoryLayout memory(int fields) throws BadFile {
    SectionInput section = sections[Container.MEMORY];
    int[] secret = new int[fields];
    int[] clear = new int[fields];
    for (int f = 0; f < fields; f++) {
      secret[f] = section.u31();
      clear[f] = section.u31();
    }
    MemoryLayout memory = new MemoryLayout(secret, clear, section.u31(), section.flag());
    section.end();
    return memory;
  }

  private static List<Port> ports(SectionInput section) throws BadFile {
    List<Port> ports = new ArrayList<>();
    for (int i = section.u16(); i > 0; i--) {
      String name = section.text(Container.MAX_NAME);
      int party = section.u8();
      int field = section.u8();
      int code = section.u8();
      ValueType type = ValueType.of(code);
      if (type == null) {
        throw section.bad("has a port of the unknown type " + code);
      }
      int width = section.u16();
      int fraction = type == ValueType.FIXED ? section.u16() : 0;
      int whom = party == Container.ALL ? Port.ALL : party;
      ports.add(new Port(name, whom, field, type, width, fraction, section.u31()));
    }
    return ports;
  }

  private List<Tape> tapes(int parties, int fields, int tables) throws BadFile {
    SectionInput section = sections[Container.TAPES];
    int count = section.count(TAPE_BYTES);
    if (count > Container.MAX_TAPES) {
      throw section.bad("has %,d tapes, and none may have more than 65,536".formatted(count));
    }
    List<Tape> tapes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tapes.add(tape(section, parties, fields, tables));
    }
    section.end();
    if (format == Container.OWN_BITS_FORMAT && !ProgramWriter.hasOwnBits(tapes)) {
      throw section.bad("declares no bits of parties, and such a program has another format");
    }
    return tapes;
  }

  private Tape tape(SectionInput section, int parties, int fields, int tables) throws BadFile {
    String name = section.text(Container.MAX_NAME);
    int[] secret = new int[fields];
    int[] clear = new int[fields];
    for (int f = 0; f < fields; f++) {
      secret[f] = section.u31();
      clear[f] = section.u31();
    }
    int ints = section.u31();
    Counts[] demand = new Counts[fields];
    for (int f = 0; f < fields; f++) {
      demand[f] = demand(section, parties, tables);
    }
    boolean bounded = section.flag();
    List<Footprint> footprints = new ArrayList<>();
    for (int i = section.u16(); i > 0; i--) {
      footprints.add(footprint(section));
    }
    return new Tape(name, secret, clear, ints, demand, bounded, footprints, section.words());
  }

  private Counts demand(SectionInput section, int parties, int tables) throws BadFile {
    long triples = section.u63();
    long squares = section.u63();
    long bits = section.u63();
    long inverses = section.u63();
    long[] inputs = numbers(section, parties, parties);
    long[] own = numbers(section, format >= Container.OWN_BITS_FORMAT ? parties : 0, parties);
    long[] lookups = numbers(section, tables, tables);
    MixedCounts mixed =
        format == Container.BITS_FORMAT ? mixed(section, parties) : MixedCounts.NONE;
    return new Counts(triples, squares, bits, inverses, inputs, own, lookups, mixed);
  }

  private static MixedCounts mixed(SectionInput section, int parties) throws BadFile {
    long ands = section.u63();
    long bits = section.u63();
    long daBits = section.u63();
    long[] inputs = numbers(section, parties, parties);
    SortedMap<MaskUse, Long> masks = new TreeMap<>();
    for (int left = section.u16(); left > 0; left--) {
      MaskUse kind = new MaskUse(section.u16(), section.u16(), section.u16());
      boolean ordered = masks.isEmpty() || masks.lastKey().compareTo(kind) < 0;
      long n = section.u63();
      if (!ordered || n == 0) {
        throw section.bad("declares kinds of masks out of their order, or none of a kind");
      }
      masks.put(kind, n);
    }
    return new MixedCounts(ands, bits, daBits, inputs, masks);
  }

  /** Reads the first numbers of an array; the others are 0. */
  private static long[] numbers(SectionInput section, int count, int length) throws BadFile {
    long[] numbers = new long[length];
    for (int i = 0; i < count; i++) {
      numbers[i] = section.u63();
    }
    return numbers;
  }

  private static Footprint footprint(SectionInput section) throws BadFile {
    char kind = (char) section.u8();
    return new Footprint(
        kind, section.u8(), section.flag(), section.u32(), section.u32(), section.u32());
  }

  private Lines lines(int tapes) throws BadFile {
    SectionInput section = sections[Container.LINES];
    List<String> files = new ArrayList<>();
    for (int i = section.u16(); i > 0; i--) {
      files.add(section.text(Container.MAX_NAME));
    }
    List<Lines.Runs> all = new ArrayList<>();
    for (int t = 0; t < tapes; t++) {
      int count = section.count(RUN_BYTES);
      Lines.Runs runs = new Lines.Runs(new int[count], new int[count], new int[count]);
      for (int i = 0; i < count; i++) {
        runs.instructions()[i] = section.u31();
        runs.files()[i] = section.u16();
        runs.lines()[i] = section.u31();
      }
      all.add(runs);
    }
    List<String> words = new ArrayList<>();
    if (section.more()) {
      for (int i = section.u16(); i > 0; i--) {
        words.add(section.text(Container.MAX_TEXT));
      }
      if (words.isEmpty()) {
        throw bad("the list of the developer's words is empty");
      }
    }
    section.end();
    return new Lines(files, all, words);
  }
}
