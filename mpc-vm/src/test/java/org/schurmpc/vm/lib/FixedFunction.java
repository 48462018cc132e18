package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.field.Fields;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * A function of two fixed-point numbers, what it computes, and its error in units.
 *
 * @param below what the error is below, or 0 if there is none
 */
record FixedFunction(String name, InProgram inProgram, Plain plain, double below) {
  /** The function in a program. */
  interface InProgram {
    SecretFixed of(SecretFixed x, SecretFixed y);
  }

  /** The exact result in units, of numbers in units; null if there is none. */
  interface Plain {
    BigDecimal of(BigDecimal x, BigDecimal y, BigDecimal one);
  }

  /** Units from the ends of the range within which functions may count results as outside. */
  private static final BigDecimal NEAR_END = BigDecimal.valueOf(3);

  /** A format over a prime. */
  record Format(String field, int k, int f) {
    BigInteger most() {
      return BigInteger.TWO.pow(k - 1).subtract(BigInteger.ONE);
    }

    private BigDecimal one() {
      return new BigDecimal(BigInteger.TWO.pow(f));
    }

    VerifiedProgram compile(List<FixedFunction> functions, int n, int parties) throws Exception {
      CompileOptions options =
          CompileOptions.of(Fields.named(field), parties).withSigmaMask(40).withoutLines();
      return Compiler.compile(
          b -> {
            FixedPoint fixed = new FixedPoint(b, k, f).saturating();
            SecretFixed x = fixed.inputs("x", 0, n);
            SecretFixed y = fixed.inputs("y", 1, n);
            for (int i = 0; i < functions.size(); i++) {
              fixed.output("out" + i, functions.get(i).inProgram().of(x, y));
            }
          },
          "fixed",
          options);
    }

    /** Interprets functions on pairs; results outside of the range are the ends of it. */
    void check(List<FixedFunction> functions, BigInteger[][] pairs, long seed) throws Exception {
      VerifiedProgram program = compile(functions, pairs[0].length, 2);
      Values inputs = Interpreter.inputs(program.program());
      inputs.set("x", pairs[0]);
      inputs.set("y", pairs[1]);
      requireRight(functions, Interpreter.run(program, inputs, seed).outputs(), pairs);
    }

    void requireRight(List<FixedFunction> functions, Values outputs, BigInteger[][] pairs) {
      for (int i = 0; i < functions.size(); i++) {
        BigInteger[] results = outputs.get("out" + i);
        for (int j = 0; j < pairs[0].length; j++) {
          requireRight(functions.get(i), results[j], pairs[0][j], pairs[1][j]);
        }
      }
    }

    private void requireRight(
        FixedFunction function, BigInteger result, BigInteger x, BigInteger y) {
      BigDecimal of = function.plain().of(new BigDecimal(x), new BigDecimal(y), one());
      if (of == null) {
        return;
      }
      BigDecimal most = new BigDecimal(most());
      BigDecimal exact = of.min(most).max(most.negate().subtract(BigDecimal.ONE));
      double error = new BigDecimal(result).subtract(exact).abs().doubleValue();
      boolean atEnd = exact.abs().compareTo(most.subtract(NEAR_END)) > 0;
      assertTrue(
          error < (atEnd && function.below() > 1 ? function.below() + 3 : function.below())
              || error == 0,
          () ->
              "%s of %s, %s (%d, %d): %s, not %s"
                  .formatted(function.name(), x, y, k, f, result, exact));
    }

    /** Returns pairs of edges of the range, and random numbers of all lengths. */
    BigInteger[][] pairs(int random) {
      List<BigInteger[]> pairs = new ArrayList<>();
      List<BigInteger> edges = new ArrayList<>();
      BigInteger one = BigInteger.TWO.pow(f);
      for (BigInteger each : List.of(BigInteger.ZERO, one, one.negate(), most(), most().negate())) {
        for (int i = -1; i <= 1; i++) {
          BigInteger edge = each.add(BigInteger.valueOf(i));
          if (edge.abs().compareTo(most()) <= 0) {
            edges.add(edge);
          }
        }
      }
      edges.forEach(x -> edges.forEach(y -> pairs.add(new BigInteger[] {x, y})));
      Random generator = new Random(k);
      for (int i = 0; i < random; i++) {
        pairs.add(new BigInteger[] {random(generator), random(generator)});
      }
      BigInteger[][] sides = new BigInteger[2][];
      for (int side = 0; side < 2; side++) {
        int which = side;
        sides[side] = pairs.stream().map(pair -> pair[which]).toArray(BigInteger[]::new);
      }
      return sides;
    }

    private BigInteger random(Random generator) {
      BigInteger size = new BigInteger(generator.nextInt(k), generator);
      return generator.nextBoolean() ? size : size.negate();
    }
  }
}
