package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Sorting, the greatest value and the auction against plaintext. */
class SortingTest {
  private static final int BITS = 8;

  private static void define(ProgramBuilder b, int n) {
    SecretInts x = b.inputs("x", 0, IntType.signed(BITS), n);
    SecretInts y = b.inputs("y", 1, IntType.signed(BITS), n);
    b.output("sorted", new Sorting(b).ascending(x));
    List<SecretInts> rows = new Sorting(b).ascending(List.of(x, x.plus(y)));
    b.output("keys", rows.get(0));
    b.output("sums", rows.get(1));
    Auction auction = new Auction(b);
    b.output("most", auction.max(x));
    Auction.Greatest greatest = auction.argmax(x);
    b.output("value", greatest.value());
    b.output("place", greatest.place());
    if (n > 1) {
      Auction.Sale sale = auction.vickrey(x);
      b.output("winner", sale.winner());
      b.output("price", sale.price());
    }
  }

  private static VerifiedProgram compile(int n, int parties) throws Exception {
    CompileOptions options =
        CompileOptions.of(Fields.named("p128"), parties).withSigmaMask(40).withoutLines();
    return Compiler.compile(b -> define(b, n), "sorting", options);
  }

  /** Draws values, few different ones if the range is small. */
  private static BigInteger[] draw(int n, int range, Random random) {
    BigInteger[] values = new BigInteger[n];
    Arrays.setAll(values, i -> BigInteger.valueOf(random.nextInt(range) - range / 2));
    return values;
  }

  private static void requireRight(Values outputs, BigInteger[] x, BigInteger[] y) {
    BigInteger[] sorted = x.clone();
    Arrays.sort(sorted);
    int n = x.length;
    assertArrayEquals(sorted, outputs.get("sorted"));
    assertArrayEquals(sorted, outputs.get("keys"));
    List<BigInteger> differences = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      differences.add(outputs.get("sums")[i].subtract(sorted[i]));
    }
    differences.sort(null);
    assertEquals(Arrays.stream(y).sorted().toList(), differences);
    BigInteger place = BigInteger.valueOf(Arrays.asList(x).indexOf(sorted[n - 1]));
    assertEquals(sorted[n - 1], outputs.get("most")[0]);
    assertEquals(sorted[n - 1], outputs.get("value")[0]);
    assertEquals(place, outputs.get("place")[0]);
    if (n > 1) {
      assertEquals(place, outputs.get("winner")[0]);
      assertEquals(sorted[n - 2], outputs.get("price")[0]);
    }
  }

  private static void sort(int n, int range) throws Exception {
    VerifiedProgram program = compile(n, 2);
    Random random = new Random(n);
    BigInteger[] x = draw(n, range, random);
    BigInteger[] y = draw(n, range, random);
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", x);
    inputs.set("y", y);
    requireRight(Interpreter.run(program, inputs, 1).outputs(), x, y);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 13})
  void sortsAndFindsTheGreatest(int n) throws Exception {
    sort(n, 1 << BITS);
    sort(n, 3);
  }

  @Test
  @Tag("slow")
  void sortsManyNumbersOfValues() throws Exception {
    for (int n = 1; n < 40; n++) {
      sort(n, 1 << BITS);
      sort(n, 3);
    }
    sort(300, 1 << BITS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void sortsAtRealParties(int parties) throws Exception {
    VerifiedProgram program = compile(5, parties);
    Random random = new Random(parties);
    BigInteger[] x = draw(5, 4, random);
    BigInteger[] y = draw(5, 4, random);
    VmRun run = new VmRun(program, Map.of("x", x, "y", y));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      requireRight(end.outputs(), x, y);
    }
  }
}
