package org.schurmpc.vm.asm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.CodeBuffer;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/** Collects the lines of one tape. */
final class TapeAssembler {
  private final String name;
  private final int[] secret;
  private final int[] clear;
  private final Counts[] demand;
  private final Map<String, Integer> inputs;
  private final Map<String, Integer> outputs;
  private final List<Footprint> footprints = new ArrayList<>();
  private final CodeBuffer code = new CodeBuffer();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Jump> jumps = new ArrayList<>();
  private final List<int[]> sources = new ArrayList<>();
  private final int bitField;
  private int ints;
  private boolean bounded = true;

  /** A jump whose label may follow: the place of the distance, and the jump's own number. */
  private record Jump(int at, int number, String label, LineWords words) {}

  TapeAssembler(
      String name,
      List<FieldUse> fields,
      int parties,
      Map<String, Integer> inputs,
      Map<String, Integer> outputs) {
    this.name = name;
    this.bitField = FieldUse.bits(fields);
    this.secret = new int[fields.size()];
    this.clear = new int[fields.size()];
    this.demand = new Counts[fields.size()];
    this.inputs = inputs;
    this.outputs = outputs;
    Arrays.fill(demand, Counts.none(parties));
  }

  void registers(LineWords words) throws BadFile {
    words.sizes(secret, clear, bitField, "number of registers");
    words.expect("i");
    ints = words.number("number of registers");
    bounded = !words.take("unbounded");
  }

  /**
   * Takes the demand over a field.
   *
   * @param tables number of public tables before this line
   */
  void demand(LineWords words, int field, int tables) throws BadFile {
    if (field < 0 || field >= demand.length) {
      throw words.bad("there is no second field");
    }
    long triples = words.take("triples") ? words.longNumber("number of items") : 0;
    long squares = words.take("squares") ? words.longNumber("number of items") : 0;
    long bits = words.take("bits") ? words.longNumber("number of items") : 0;
    long inverses = words.take("inverses") ? words.longNumber("number of items") : 0;
    long[] values = new long[demand[field].inputs().length];
    if (words.take("inputs")) {
      for (int party = 0; party < values.length; party++) {
        values[party] = words.longNumber("number of inputs of each party");
      }
    }
    long[] own = new long[values.length];
    if (words.take("ownbits")) {
      for (int party = 0; party < own.length; party++) {
        own[party] = words.longNumber("number of bits of each party");
      }
    }
    long[] lookups = new long[words.take("lookups") ? tables : 0];
    for (int table = 0; table < lookups.length; table++) {
      lookups[table] = words.longNumber("number of lookups in each table");
    }
    demand[field] =
        new Counts(
            triples, squares, bits, inverses, values, own, lookups, mixed(words, values.length));
  }

  private static MixedCounts mixed(LineWords words, int parties) throws BadFile {
    long ands = words.take("ands") ? words.longNumber("number of items") : 0;
    long bits = words.take("randombits") ? words.longNumber("number of items") : 0;
    long daBits = words.take("dabits") ? words.longNumber("number of items") : 0;
    long[] inputs = new long[words.take("inputbits") ? parties : 0];
    for (int party = 0; party < inputs.length; party++) {
      inputs[party] = words.longNumber("number of bits of each party");
    }
    SortedMap<MaskUse, Long> masks = new TreeMap<>();
    while (words.take("masks")) {
      String what = "number of bits";
      MaskUse kind = new MaskUse(words.number(what), words.number(what), words.number(what));
      masks.put(kind, words.longNumber("number of items"));
    }
    return new MixedCounts(ands, bits, daBits, inputs, masks);
  }

  void footprint(LineWords words) throws BadFile {
    boolean write = words.take("write");
    if (!write) {
      words.expect("read");
    }
    String kind = words.next("kind of memory");
    if (!kind.matches("[sc][gb]?|i")) {
      throw words.bad("there is no memory '%s'".formatted(kind));
    }
    footprints.add(
        new Footprint(
            kind.charAt(0),
            LineWords.field(kind.substring(1), bitField),
            write,
            words.number("address"),
            words.number("stride"),
            words.number("length")));
  }

  void source(LineWords words) throws BadFile {
    int file = (int) words.number(words.next("file"), "number of a file", 0, 0xffff);
    sources.add(new int[] {code.instructions(), file, words.number("line")});
  }

  /** Takes labels and an instruction. */
  void line(LineWords words) throws BadFile {
    String word = words.next("instruction");
    while (word.endsWith(":")) {
      String label = word.substring(0, word.length() - 1);
      if (labels.putIfAbsent(label, code.instructions()) != null) {
        throw words.bad("there are two labels '%s'".formatted(label));
      }
      if (!words.more()) {
        return;
      }
      word = words.next("instruction");
    }
    Op op = Op.named(word);
    int field = 0;
    if (op == null && (word.endsWith("g") || word.endsWith("b"))) {
      field = LineWords.field(word.substring(word.length() - 1), bitField);
      op = Op.named(word.substring(0, word.length() - 1));
    }
    if (op == null || field < 0 || (field > 0 && !op.overField())) {
      throw words.bad("there is no instruction '%s'".formatted(word));
    }
    if (op.shape() == Op.Shape.LIST) {
      list(op, field, words);
    } else {
      plain(op, field, words);
    }
  }

  private void plain(Op op, int field, LineWords words) throws BadFile {
    int[] operands = new int[op.words() - (op.shape() == Op.Shape.VECTOR ? 2 : 1)];
    int flags = 0;
    int n = op.shape() == Op.Shape.VECTOR ? -1 : 0;
    int at = 0;
    for (int i = 0; i < op.operands().size(); i++) {
      Operand operand = op.operands().get(i);
      if (i > 0) {
        words.expect(",");
      }
      int flag = op.oneFlag(i);
      if (operand.letter() != 0) {
        LineWords.Register register = words.register("register");
        requireFits(register, operand.letter(), flag != 0, n == -1, words);
        flags |= register.one() ? flag : 0;
        n = n == -1 ? register.count() : n;
        operands[at] = register.number();
      } else if (operand == Operand.IMM64) {
        long value = words.signedNumber("number");
        operands[at++] = (int) (value >>> Integer.SIZE);
        operands[at] = (int) value;
      } else if (operand == Operand.POOL) {
        String word = words.next("constant");
        flags |= word.startsWith("*") ? flag : 0;
        String number = word.startsWith("*") ? word.substring(1) : word;
        operands[at] = (int) words.number(number, "constant", 0, Integer.MAX_VALUE);
      } else {
        operands[at] = other(operand, words, code.at() + op.words() - operands.length + at);
      }
      at++;
    }
    code.op(op, field, flags, Math.max(n, op.shape() == Op.Shape.VECTOR ? 1 : 0), operands);
  }

  private static void requireFits(
      LineWords.Register register, char letter, boolean mayBeOne, boolean mayCount, LineWords words)
      throws BadFile {
    if (register.letter() != letter) {
      throw words.bad("a register %s is expected, not %s".formatted(letter, register.letter()));
    }
    if (register.one() && !mayBeOne) {
      throw words.bad("this register cannot be one element for all");
    }
    if (register.counted() && !mayCount) {
      throw words.bad("only the first register of a vector instruction has a count");
    }
  }

  private int other(Operand operand, LineWords words, int at) throws BadFile {
    return switch (operand) {
      case TARGET -> {
        jumps.add(new Jump(at, code.instructions(), words.next("label"), words));
        yield 0;
      }
      case PORT -> port(outputs, words);
      case FIRST -> first(words);
      default -> words.number("number");
    };
  }

  private static int port(Map<String, Integer> ports, LineWords words) throws BadFile {
    String called = words.next("port");
    Integer index = ports.get(called);
    if (index == null) {
      throw words.bad("there is no port '%s' before this line".formatted(called));
    }
    return index;
  }

  private static int first(LineWords words) throws BadFile {
    String word = words.next("first element");
    if (word.startsWith("i")) {
      long register = words.number(word.substring(1), "register", 0, Integer.MAX_VALUE);
      return (int) register | Code.FIRST_REGISTER;
    }
    return (int) words.number(word, "first element", 0, Integer.MAX_VALUE);
  }

  private void list(Op op, int field, LineWords words) throws BadFile {
    List<int[]> entries = new ArrayList<>();
    do {
      entries.add(
          switch (op) {
            case STARTOPEN -> opening(words);
            case INPUT -> input(words);
            default -> print(words);
          });
    } while (words.take(","));
    int[] all = entries.stream().flatMapToInt(Arrays::stream).toArray();
    code.list(op, field, all, 0, all.length);
  }

  private static int[] opening(LineWords words) throws BadFile {
    String word = words.next("entry");
    int kind = TapeText.OPENINGS.indexOf(word);
    if (kind < 0) {
      throw words.bad("there is no opening '%s'".formatted(word));
    }
    boolean clear = kind == Code.MASKED || kind == Code.REVEAL;
    LineWords.Register to = words.plain(clear ? 'c' : 's', true);
    LineWords.Register x = words.register("register s");
    boolean product = kind == Code.PRODUCT;
    requireFits(x, 's', product, false, words);
    if (kind == Code.LOOKUP) {
      int table = words.number("number of a table");
      return new int[] {Code.entry(kind, 0), to.count(), to.number(), x.number(), table};
    }
    int flags = x.one() ? Code.ENTRY_X_ONE : 0;
    if (!product) {
      return new int[] {Code.entry(kind, flags), to.count(), to.number(), x.number()};
    }
    LineWords.Register y = words.register("register s");
    requireFits(y, 's', true, false, words);
    flags |= y.one() ? Code.ENTRY_Y_ONE : 0;
    return new int[] {Code.entry(kind, flags), to.count(), to.number(), x.number(), y.number()};
  }

  private int[] input(LineWords words) throws BadFile {
    int port = port(inputs, words);
    int first = first(words);
    int asBits = words.take("bits") ? Code.AS_BITS : 0;
    LineWords.Register to = words.plain('s', true);
    return new int[] {port, first, to.count() | asBits, to.number()};
  }

  private static int[] print(LineWords words) throws BadFile {
    if (words.take("text")) {
      return new int[] {Code.PRINT_TEXT, words.number("number of a text")};
    }
    LineWords.Register register = words.register("text or register");
    if (register.one() || register.letter() == 's') {
      throw words.bad("only texts and registers c and i are printed");
    }
    if (register.letter() == 'i') {
      return new int[] {Code.PRINT_INT, register.number(), register.count()};
    }
    String typeName = words.next("type");
    ValueType type = ValueType.named(typeName);
    if (type == null) {
      throw words.bad("there is no type '%s'".formatted(typeName));
    }
    return new int[] {Code.PRINT_CLEAR, register.number(), register.count(), type.code()};
  }

  Tape tape() throws BadFile {
    for (Jump jump : jumps) {
      Integer target = labels.get(jump.label());
      if (target == null) {
        throw jump.words().bad("there is no label '%s'".formatted(jump.label()));
      }
      code.patch(jump.at(), target - jump.number());
    }
    return new Tape(name, secret, clear, ints, demand, bounded, footprints, code.words());
  }

  Lines.Runs runs() {
    int[][] columns = new int[3][sources.size()];
    for (int i = 0; i < sources.size(); i++) {
      for (int column = 0; column < columns.length; column++) {
        columns[column][i] = sources.get(i)[column];
      }
    }
    return new Lines.Runs(columns[0], columns[1], columns[2]);
  }
}
