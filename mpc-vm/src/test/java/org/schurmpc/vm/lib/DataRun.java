package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Runs programs on data, in the clear and at real parties. */
final class DataRun {
  private DataRun() {}

  static VerifiedProgram compile(SecureProgram program, int parties) throws Exception {
    return compile(program, parties, "p128");
  }

  static VerifiedProgram compile(SecureProgram program, int parties, String field)
      throws Exception {
    return compile(program, parties, field, parties == 2);
  }

  static VerifiedProgram compile(SecureProgram program, int parties, String field, boolean mixed)
      throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named(field), parties)
            .withSigmaMask(40)
            .withMixed(mixed)
            .withoutLines();
    return Compiler.compile(program, "data", options);
  }

  static BigInteger[] numbers(long... values) {
    return LongStream.of(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  /** Draws values from -range/2 on, few different ones if the range is small. */
  static long[] draw(int n, int range, long seed) {
    Random random = new Random(seed);
    return LongStream.generate(() -> random.nextInt(range) - range / 2).limit(n).toArray();
  }

  static long[] sorted(long[] values) {
    return LongStream.of(values).sorted().toArray();
  }

  static Values interpret(VerifiedProgram program, Map<String, long[]> inputs) throws Exception {
    Values values = Interpreter.inputs(program.program());
    for (Map.Entry<String, long[]> each : inputs.entrySet()) {
      values.set(each.getKey(), numbers(each.getValue()));
    }
    return Interpreter.run(program, values, 1).outputs();
  }

  /** Returns what the parties have in the end. */
  static List<Values> run(VerifiedProgram program, Map<String, BigInteger[]> inputs)
      throws Exception {
    List<VmRun.End> ends = new VmRun(program, inputs).run(OpeningMode.ALL);
    ends.forEach(end -> assertNull(end.failure()));
    return ends.stream().map(VmRun.End::outputs).toList();
  }

  static long[] longs(BigInteger[] values) {
    return Arrays.stream(values).mapToLong(BigInteger::longValueExact).toArray();
  }
}
