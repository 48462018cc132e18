package org.schurmpc.vm.machine;

import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ValueType;

/** Makes the lines that print instructions show. */
final class Printing {
  private final Program program;
  private final Registers registers;

  Printing(Program program, Registers registers) {
    this.program = program;
    this.registers = registers;
  }

  String line(int[] code, int at) {
    StringBuilder line = new StringBuilder();
    int f = Code.field(code[at]);
    int end = at + code[at + 1];
    for (int i = at + 2; i < end; i += Code.printWords(code[i])) {
      if (code[i] == Code.PRINT_TEXT) {
        line.append(program.texts().get(code[i + 1]));
        continue;
      }
      for (int j = 0; j < code[i + 2]; j++) {
        int register = code[i + 1] + j;
        line.append(j == 0 ? "" : " ");
        if (code[i] == Code.PRINT_INT) {
          line.append(registers.ints[register]);
        } else {
          line.append(element(f, register, ValueType.of(code[i + 3])));
        }
      }
    }
    return line.toString();
  }

  private String element(int f, int register, ValueType type) {
    Field field = program.fields().get(f).field();
    return Values.text(field, registers.clear[f], register * field.limbs(), type);
  }
}
