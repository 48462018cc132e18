package org.schurmpc.vm.asm;

import java.util.BitSet;
import java.util.List;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/** The text of one tape's instructions. */
final class TapeText {
  /** The names of startopen's entries. */
  static final List<String> OPENINGS = List.of("masked", "reveal", "product", "square", "lookup");

  private final Program program;
  private final int[] code;
  private final Lines.Runs runs;
  private StringBuilder text;

  TapeText(Program program, Tape tape, Lines.Runs runs) {
    this.program = program;
    this.code = tape.words();
    this.runs = runs;
  }

  void appendTo(StringBuilder to) {
    text = to;
    BitSet labels = labels();
    int run = 0;
    int number = 0;
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      while (run < runs.instructions().length && runs.instructions()[run] == number) {
        text.append(".line ").append(runs.files()[run]).append(' ').append(runs.lines()[run]);
        text.append('\n');
        run++;
      }
      if (labels.get(number)) {
        text.append('L').append(number).append(":\n");
      }
      text.append("  ");
      instruction(at, number);
      text.append('\n');
      number++;
    }
  }

  /** Returns the numbers of the instructions to which others jump. */
  private BitSet labels() {
    BitSet labels = new BitSet();
    int number = 0;
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      List<Operand> operands = Code.op(code[at]).operands();
      if (operands.contains(Operand.TARGET)) {
        labels.set(number + code[at + operands.size()]);
      }
      number++;
    }
    return labels;
  }

  private void instruction(int at, int number) {
    Op op = Code.op(code[at]);
    text.append(op.mnemonic()).append(Disassembler.suffix(program, Code.field(code[at])));
    if (op.shape() == Op.Shape.LIST) {
      switch (op) {
        case STARTOPEN -> openings(at);
        case INPUT -> inputs(at);
        default -> prints(at);
      }
      return;
    }
    boolean vector = op.shape() == Op.Shape.VECTOR;
    int from = vector ? at + 2 : at + 1;
    String n = vector && code[at + 1] != 1 ? "[" + code[at + 1] + "]" : "";
    for (int i = 0; i < op.operands().size(); i++) {
      Operand operand = op.operands().get(i);
      String star = (code[at] & op.oneFlag(i)) != 0 ? "*" : "";
      text.append(i == 0 ? " " : ", ").append(star).append(operand(operand, from, number));
      if (operand.letter() != 0) {
        text.append(n);
        n = "";
      }
      from += operand == Operand.IMM64 ? 2 : 1;
    }
  }

  private String operand(Operand operand, int from, int number) {
    int word = code[from];
    return switch (operand) {
      case S_IN, S_OUT, C_IN, C_OUT, I_IN, I_OUT, B_OUT, D_OUT, D_IN ->
          operand.letter() + "" + word;
      case IMM64 ->
          Long.toString((long) word << Integer.SIZE | Integer.toUnsignedLong(code[from + 1]));
      case TARGET -> "L" + (number + word);
      case PORT -> program.outputs().get(word).name();
      case FIRST -> first(word);
      default -> Integer.toString(word);
    };
  }

  private static String first(int word) {
    boolean register = (word & Code.FIRST_REGISTER) != 0;
    return register ? "i" + (word & ~Code.FIRST_REGISTER) : Integer.toString(word);
  }

  private static String count(int n) {
    return n == 1 ? "" : "[" + n + "]";
  }

  private void openings(int at) {
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      text.append(i == at + 2 ? " " : ", ");
      int kind = Code.entryKind(code[i]);
      boolean clear = kind == Code.MASKED || kind == Code.REVEAL;
      text.append(OPENINGS.get(kind)).append(clear ? " c" : " s").append(code[i + 2]);
      text.append(count(code[i + 1]));
      text.append((code[i] & Code.ENTRY_X_ONE) != 0 ? " *s" : " s").append(code[i + 3]);
      if (kind == Code.LOOKUP) {
        text.append(' ').append(code[i + 4]);
      } else if (kind == Code.PRODUCT) {
        text.append((code[i] & Code.ENTRY_Y_ONE) != 0 ? " *s" : " s").append(code[i + 4]);
      }
    }
  }

  private void inputs(int at) {
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.INPUT_WORDS) {
      text.append(i == at + 2 ? " " : ", ").append(program.inputs().get(code[i]).name());
      text.append(' ').append(first(code[i + 1]));
      text.append((code[i + 2] & Code.AS_BITS) != 0 ? " bits" : "");
      text.append(" s").append(code[i + 3]).append(count(Code.inputCount(code[i + 2])));
    }
  }

  private void prints(int at) {
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.printWords(code[i])) {
      text.append(i == at + 2 ? " " : ", ");
      switch (code[i]) {
        case Code.PRINT_TEXT -> text.append("text ").append(code[i + 1]);
        case Code.PRINT_CLEAR ->
            text.append('c')
                .append(code[i + 1])
                .append(count(code[i + 2]))
                .append(' ')
                .append(ValueType.of(code[i + 3]).word());
        default -> text.append('i').append(code[i + 1]).append(count(code[i + 2]));
      }
    }
  }
}
