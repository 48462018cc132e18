package org.schurmpc.vm.asm;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/**
 * Makes programs from text, one directive or instruction a line; {@link Disassembler} writes such
 * text. Checks the grammar only: the verifier checks what the instructions mean.
 */
public final class Assembler {
  private static final int MAX_CHARACTERS = 1 << 28;

  private final String file;
  private final List<FieldUse> fields = new ArrayList<>();
  private final List<List<BigInteger>> constants =
      List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  private final List<Port> inputs = new ArrayList<>();
  private final List<Port> outputs = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> developersWords = new ArrayList<>();
  private final List<PublicTable> tables = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final Map<String, Integer> inputNames = new LinkedHashMap<>();
  private final Map<String, Integer> outputNames = new LinkedHashMap<>();
  private final Map<String, Integer> tapeNames = new LinkedHashMap<>();
  private final List<Tape> tapes = new ArrayList<>();
  private final List<Lines.Runs> runs = new ArrayList<>();
  private final Schedule.Builder schedule = new Schedule.Builder();

  private String name;
  private int parties;
  private MemoryLayout memory;
  private TapeAssembler tape;

  private Assembler(String file) {
    this.file = file;
  }

  /**
   * Returns the program of a text.
   *
   * @param file the name of the text's file, for messages
   * @throws BadFile if the text does not follow the grammar, with the line
   */
  public static Program assemble(String text, String file) throws BadFile {
    if (text.length() > MAX_CHARACTERS) {
      throw new BadFile(file + " is too long for a program");
    }
    Assembler assembler = new Assembler(file);
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      assembler.line(line, file + ", line " + number);
    }
    return assembler.program();
  }

  private void line(String whole, String where) throws BadFile {
    String line = withoutComment(whole).strip();
    if (line.startsWith(".text") || line.startsWith(".file") || line.startsWith(".word")) {
      quoted(line, where);
      return;
    }
    LineWords words = new LineWords(line, where);
    if (!words.more()) {
      return;
    }
    if (line.startsWith(".")) {
      directive(words.next("directive"), words);
    } else {
      requireTape(words).line(words);
    }
    words.end();
  }

  /** Cuts a line at the first semicolon outside of quotes. */
  private static String withoutComment(String line) {
    boolean inside = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (inside && c == '\\') {
        i++;
      } else if (c == '"') {
        inside = !inside;
      } else if (c == ';' && !inside) {
        return line.substring(0, i);
      }
    }
    return line;
  }

  private void quoted(String line, String where) throws BadFile {
    String rest = line.substring(".text".length()).strip();
    StringBuilder text = new StringBuilder();
    boolean closed = false;
    int i = 1;
    for (; i < rest.length() && !closed; i++) {
      char c = rest.charAt(i);
      if (c == '"') {
        closed = true;
      } else if (c == '\\' && i + 1 < rest.length()) {
        text.append(rest.charAt(++i));
      } else {
        text.append(c);
      }
    }
    if (!closed || rest.charAt(0) != '"' || i != rest.length()) {
      throw new BadFile(where + ": one text in quotes is expected");
    }
    boolean name = line.startsWith(".file");
    int bytes = text.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > (name ? 1 << 8 : 1 << 12)) {
      throw new BadFile("%s: the text has %,d bytes".formatted(where, bytes));
    }
    (name ? files : line.startsWith(".text") ? texts : developersWords).add(text.toString());
  }

  private TapeAssembler requireTape(LineWords words) throws BadFile {
    if (tape == null) {
      throw words.bad("instructions stand behind a '.tape'");
    }
    return tape;
  }

  private void directive(String word, LineWords words) throws BadFile {
    switch (word) {
      case ".program" -> {
        name = words.next("name");
        words.expect("parties");
        parties = (int) words.number(words.next("parties"), "number of parties", 2, 255);
      }
      case ".field" -> field(words);
      case ".const", ".constg", ".constb" -> constant(words, index(word, ".const"));
      case ".memory" -> memory(words);
      case ".input", ".inputg", ".inputb" -> port(words, index(word, ".input"), inputs, inputNames);
      case ".output", ".outputg", ".outputb" ->
          port(words, index(word, ".output"), outputs, outputNames);
      case ".table" -> tables.add(TableText.parse(words));
      case ".tape" -> tape(words);
      case ".demand", ".demandg", ".demandb" ->
          requireTape(words).demand(words, index(word, ".demand"), tables.size());
      case ".footprint" -> requireTape(words).footprint(words);
      case ".line" -> requireTape(words).source(words);
      case ".schedule" -> schedule(words);
      default -> throw words.bad("there is no directive '%s'".formatted(word));
    }
  }

  private int index(String word, String stem) {
    return word.equals(stem) ? 0 : LineWords.field(word.substring(stem.length()), bitField());
  }

  /** Returns the number of the field of bits, or -1. */
  private int bitField() {
    return fields.isEmpty() ? -1 : FieldUse.bits(fields);
  }

  private void field(LineWords words) throws BadFile {
    String called = words.next("field");
    words.expect("sigma_mask");
    try {
      boolean bits = called.equals(Fields.bits().name());
      fields.add(
          new FieldUse(
              bits ? Fields.bits() : Fields.named(called),
              (int) words.number(words.next("sigma_mask"), "number of bits", 0, 0xffff)));
    } catch (Refused e) {
      throw new BadFile(words.bad("there is no field '%s'".formatted(called)).getMessage(), e);
    }
    if (fields.stream().filter(use -> !use.isBits()).count() > 2) {
      throw words.bad("a program has one or two fields, and bits");
    }
  }

  private Field requireField(LineWords words, int f) throws BadFile {
    if (f < 0 || f >= fields.size()) {
      throw words.bad("there is no field %d before this line".formatted(f + 1));
    }
    return fields.get(f).field();
  }

  private void constant(LineWords words, int f) throws BadFile {
    Field field = requireField(words, f);
    BigInteger value = words.bigNumber("constant");
    if (value.compareTo(field.order()) >= 0) {
      throw words.bad("the constant is no number below the order of " + field.name());
    }
    constants.get(f).add(value);
  }

  private void memory(LineWords words) throws BadFile {
    int[] secret = new int[fields.size()];
    int[] clear = new int[fields.size()];
    words.sizes(secret, clear, bitField(), "number of cells");
    words.expect("i");
    memory = new MemoryLayout(secret, clear, words.number("number of cells"), words.take("kept"));
  }

  private void port(LineWords words, int f, List<Port> ports, Map<String, Integer> names)
      throws BadFile {
    requireField(words, f);
    String called = words.next("name");
    words.expect("party");
    boolean all = words.take("all");
    int party =
        all ? Port.ALL : (int) words.number(words.next("party"), "party, counted from 0", 0, 254);
    String typeName = words.next("type");
    ValueType type = ValueType.named(typeName);
    if (type == null) {
      throw words.bad("there is no type '%s'".formatted(typeName));
    }
    int width =
        switch (type) {
          case ELEMENT -> 0;
          case BIT -> 1;
          case UNSIGNED, SIGNED, FIXED ->
              (int) words.number(words.next("width"), "number of bits", 0, 0xffff);
        };
    int fraction =
        type == ValueType.FIXED
            ? (int) words.number(words.next("bits"), "number of bits behind the point", 0, 0xffff)
            : 0;
    int count = words.take("count") ? words.number("number of values") : 1;
    if (names.putIfAbsent(called, ports.size()) != null) {
      throw words.bad("there are two ports '%s'".formatted(called));
    }
    ports.add(new Port(called, party, f, type, width, fraction, count));
  }

  private void tape(LineWords words) throws BadFile {
    finishTape();
    String called = words.next("name");
    if (parties == 0 || fields.isEmpty()) {
      throw words.bad("'.program' and '.field' stand before the first '.tape'");
    }
    if (tapeNames.putIfAbsent(called, tapes.size()) != null) {
      throw words.bad("there are two tapes '%s'".formatted(called));
    }
    tape = new TapeAssembler(called, fields, parties, inputNames, outputNames);
    tape.registers(words);
  }

  private void finishTape() throws BadFile {
    if (tape != null) {
      tapes.add(tape.tape());
      runs.add(tape.runs());
      tape = null;
    }
  }

  private void schedule(LineWords words) throws BadFile {
    String word = words.next("run, loop, while or end");
    switch (word) {
      case "run" -> {
        List<Integer> pairs = new ArrayList<>();
        do {
          String called = words.next("tape");
          Integer index = tapeNames.get(called);
          if (index == null) {
            throw words.bad("there is no tape '%s' before this line".formatted(called));
          }
          pairs.add(index);
          pairs.add(words.number("argument"));
        } while (words.take(","));
        schedule.run(pairs.stream().mapToInt(Integer::intValue).toArray());
      }
      case "loop" -> schedule.loop(words.number("number of turns"));
      case "while" -> schedule.whileNonZero(words.number("address"));
      case "end" -> schedule.end();
      default -> throw words.bad("a schedule has no '%s'".formatted(word));
    }
  }

  private Program program() throws BadFile {
    finishTape();
    if (name == null || fields.isEmpty()) {
      throw new BadFile(file + " has no '.program' or no '.field'");
    }
    MemoryLayout layout = memory == null ? MemoryLayout.none(fields.size()) : memory;
    if (layout.secret().length != fields.size()) {
      throw new BadFile(file + " has a '.field' behind its '.memory'");
    }
    return new Program(
        name,
        parties,
        fields,
        pools(),
        layout,
        inputs,
        outputs,
        texts,
        tables,
        tapes,
        schedule.build(),
        new Lines(files, runs, developersWords));
  }

  private List<long[]> pools() {
    List<long[]> pools = new ArrayList<>();
    for (int f = 0; f < fields.size(); f++) {
      Field field = fields.get(f).field();
      long[] pool = new long[constants.get(f).size() * field.limbs()];
      int at = 0;
      for (BigInteger value : constants.get(f)) {
        field.fromBigInteger(value, pool, at);
        at += field.limbs();
      }
      pools.add(pool);
    }
    return Arrays.asList(pools.toArray(long[][]::new));
  }
}
