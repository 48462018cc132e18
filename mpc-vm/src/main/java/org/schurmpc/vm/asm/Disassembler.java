package org.schurmpc.vm.asm;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.Tape;

/** Writes programs as text, from which {@link Assembler} makes equal programs. */
public final class Disassembler {
  private final Program program;
  private final StringBuilder text = new StringBuilder();

  private Disassembler(Program program) {
    this.program = program;
  }

  /**
   * Returns the text of a program that the verifier accepts; there is none for other programs.
   *
   * @throws RuntimeException of some kind if the program is malformed
   */
  public static String text(Program program) {
    return new Disassembler(program).text();
  }

  private String text() {
    line(".program", program.name(), "parties", program.parties());
    for (FieldUse use : program.fields()) {
      line(".field", use.field().name(), "sigma_mask", use.sigmaMask());
    }
    pools();
    memory();
    program.inputs().forEach(port -> port(".input", port));
    program.outputs().forEach(port -> port(".output", port));
    program.texts().forEach(each -> line(".text", quoted(each)));
    program.tables().forEach(each -> line(".table", TableText.of(each)));
    program.lines().files().forEach(each -> line(".file", quoted(each)));
    program.lines().words().forEach(each -> line(".word", quoted(each)));
    for (int t = 0; t < program.tapes().size(); t++) {
      tape(program.tapes().get(t), program.lines().tapes().get(t));
    }
    schedule(program.schedule());
    return text.toString();
  }

  private void line(Object... parts) {
    for (int i = 0; i < parts.length; i++) {
      text.append(i == 0 ? "" : " ").append(parts[i]);
    }
    text.append('\n');
  }

  private static String quoted(String each) {
    return '"' + each.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private String suffix(int field) {
    return suffix(program, field);
  }

  /** Returns what names a field behind an instruction or a letter: b for bits. */
  static String suffix(Program program, int field) {
    return field == 0 ? "" : field == program.bitField() ? "b" : "g";
  }

  private void pools() {
    for (int f = 0; f < program.fields().size(); f++) {
      Field field = program.fields().get(f).field();
      long[] pool = program.pools().get(f);
      for (int at = 0; at < pool.length; at += field.limbs()) {
        line(".const" + suffix(f), field.toBigInteger(pool, at));
      }
    }
  }

  private void sizes(int[] secret, int[] clear) {
    for (int f = 0; f < secret.length; f++) {
      text.append(" s").append(suffix(f)).append(' ').append(secret[f]);
      text.append(" c").append(suffix(f)).append(' ').append(clear[f]);
    }
  }

  private void memory() {
    var memory = program.memory();
    text.append(".memory");
    sizes(memory.secret(), memory.clear());
    text.append(" i ").append(memory.ints()).append(memory.kept() ? " kept\n" : "\n");
  }

  private void port(String directive, Port port) {
    String party = port.party() == Port.ALL ? "all" : Integer.toString(port.party());
    String word = port.type().word();
    String type =
        switch (port.type()) {
          case ELEMENT, BIT -> word;
          case UNSIGNED, SIGNED -> word + " " + port.width();
          case FIXED -> word + " " + port.width() + " " + port.fraction();
        };
    line(
        directive + suffix(port.field()), port.name(), "party", party, type, "count", port.count());
  }

  private void tape(Tape tape, Lines.Runs runs) {
    text.append("\n.tape ").append(tape.name());
    sizes(tape.sRegisters(), tape.cRegisters());
    text.append(" i ").append(tape.iRegisters()).append(tape.bounded() ? "\n" : " unbounded\n");
    for (int f = 0; f < tape.demand().length; f++) {
      demand(tape.demand()[f], f);
    }
    tape.footprints().forEach(this::footprint);
    new TapeText(program, tape, runs).appendTo(text);
  }

  private void demand(Counts counts, int field) {
    if (counts.isNone()) {
      return;
    }
    text.append(".demand").append(suffix(field));
    append(" triples ", counts.triples());
    append(" squares ", counts.squares());
    append(" bits ", counts.bits());
    append(" inverses ", counts.inverses());
    numbers(" inputs", counts.inputs());
    if (counts.hasOwnBits()) {
      numbers(" ownbits", counts.ownBits());
    }
    if (Arrays.stream(counts.lookups()).anyMatch(each -> each != 0)) {
      numbers(" lookups", Arrays.copyOf(counts.lookups(), program.tables().size()));
    }
    mixed(counts.mixed());
    text.append('\n');
  }

  private void mixed(MixedCounts counts) {
    append(" ands ", counts.ands());
    append(" randombits ", counts.bits());
    append(" dabits ", counts.daBits());
    if (Arrays.stream(counts.inputs()).anyMatch(each -> each != 0)) {
      numbers(" inputbits", Arrays.copyOf(counts.inputs(), program.parties()));
    }
    counts
        .masks()
        .forEach(
            (kind, n) ->
                numbers(" masks", new long[] {kind.bits(), kind.split(), kind.width(), n}));
  }

  private void numbers(String name, long[] counts) {
    text.append(name);
    for (long count : counts) {
      text.append(' ').append(count);
    }
  }

  private void append(String name, long count) {
    if (count != 0) {
      text.append(name).append(count);
    }
  }

  private void footprint(Footprint footprint) {
    line(
        ".footprint",
        footprint.write() ? "write" : "read",
        footprint.kind() + suffix(footprint.field()),
        footprint.base(),
        footprint.stride(),
        footprint.length());
  }

  private void schedule(Schedule schedule) {
    int[] words = schedule.words();
    text.append('\n');
    for (int at = 0; at < words.length; ) {
      switch (words[at]) {
        case Schedule.RUN -> at = run(words, at);
        case Schedule.LOOP, Schedule.WHILE -> {
          line(".schedule", words[at] == Schedule.LOOP ? "loop" : "while", words[at + 1]);
          at += 2;
        }
        case Schedule.END -> {
          line(".schedule end");
          at++;
        }
        default -> throw new IllegalArgumentException("a schedule with " + words[at]);
      }
    }
  }

  private int run(int[] words, int at) {
    int end = at + 2 + 2 * words[at + 1];
    List<Tape> tapes = program.tapes();
    text.append(".schedule run");
    for (int i = at + 2; i < end; i += 2) {
      text.append(i == at + 2 ? " " : ", ");
      text.append(tapes.get(words[i]).name()).append(' ').append(words[i + 1]);
    }
    text.append('\n');
    return end;
  }
}
