package org.schurmpc.vm.compile;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/** A compiled program of three parties over p128, and its run in the clear. */
final class Compiled {
  private final VerifiedProgram verified;
  private final Values inputs;

  Compiled(SecureProgram program) throws Exception {
    verified = Compiler.compile(program, "test", CompileOptions.of(Fields.named("p128"), 3));
    inputs = Interpreter.inputs(verified.program());
  }

  Program program() {
    return verified.program();
  }

  VerifiedProgram verified() {
    return verified;
  }

  Tape tape(int number) {
    return program().tapes().get(number);
  }

  Compiled with(String input, long... values) throws Exception {
    inputs.set(
        input, Arrays.stream(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
    return this;
  }

  Interpreter.Outcome run() throws Exception {
    return Interpreter.run(verified, inputs, 1);
  }

  /** Runs the program and returns the values of an output. */
  List<Long> output(String name) throws Exception {
    return Arrays.stream(run().outputs().get(name)).map(BigInteger::longValueExact).toList();
  }
}
