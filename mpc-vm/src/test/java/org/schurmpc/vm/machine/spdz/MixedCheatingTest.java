package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.BooleanPart;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Shift;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * A party that changes any of its messages in programs with numbers and with bits in TinyOT: the
 * other one never receives an output, nor shows a revealed value that is wrong.
 */
class MixedCheatingTest {
  private static final int N = 5;

  private static void define(ProgramBuilder b) {
    IntType type = IntType.signed(12);
    SecretInts x = b.inputs("x", 0, type, N);
    SecretInts y = b.inputs("y", 1, type, N);
    BooleanPart booleans = b.booleans();
    SecretBitVector key = booleans.inputs("key", 1, N);
    SecretBitVector less = new Comparison(b).lessThan(x.times(y), y.times(y));
    b.print("less ", less.reveal().get(0));
    SecretBitVector low = new BitDecomposition(b).lowest(x, 1).get(0);
    SecretBitVector both = low.and(key);
    b.print("both ", both.reveal().get(0));
    b.output("shifted", new Shift(b).right(less.choose(x, y), 3));
    booleans.output("bits", both.xor(key));
  }

  private static VerifiedProgram program() throws Exception {
    return Compiler.compile(
        MixedCheatingTest::define, "mixed", CompileOptions.of(Fields.named("p128"), 2));
  }

  private static BigInteger[] numbers(long... values) {
    BigInteger[] numbers = new BigInteger[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = BigInteger.valueOf(values[i]);
    }
    return numbers;
  }

  private static VmRun run(VerifiedProgram program) throws Exception {
    return new VmRun(
        program,
        Map.of(
            "x", numbers(5, -3, 2047, 0, -2048),
            "y", numbers(-7, 9, 100, 1, -2048),
            "key", numbers(1, 0, 1, 1, 0)));
  }

  /** The first party's end if the second one flips a bit of a message, or of none. */
  private static VmRun.End end(VerifiedProgram program, int changed, int bit, List<Integer> lengths)
      throws Exception {
    Network[] networks = SessionPairs.networks(2);
    int[] count = new int[1];
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              lengths.add(frame.length);
              if (count[0]++ == changed && frame.length > 0) {
                frame[bit / Byte.SIZE % frame.length] ^= (byte) (1 << bit % Byte.SIZE);
              }
              return frame;
            });
    return run(program).run(networks, OpeningMode.ALL).get(0);
  }

  @Test
  void aChangedMessageNeverShowsAWrongValue() throws Exception {
    VerifiedProgram program = program();
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    VmRun.End honest = end(program, -1, 0, lengths);
    assertNull(honest.failure());
    int frames = lengths.size();
    assertTrue(frames > 20, frames + " messages");
    Set<Check> checks = new HashSet<>();
    int noticed = 0;
    for (int frame = 0; frame < frames; frame++) {
      VmRun.End cheated = end(program, frame, 0, Collections.synchronizedList(new ArrayList<>()));
      // Whatever was printed before the end was printed by honest parties, too, or follows from
      // other inputs of the cheater, which it is free to choose.
      if (cheated.failure() == null) {
        continue;
      }
      assertNull(cheated.outputs(), "message " + frame);
      // The cheater's own code can notice first, and leaves.
      if (cheated.failure() instanceof PeerCheated failure) {
        checks.add(failure.check());
      } else {
        assertInstanceOf(ConnectionLost.class, cheated.failure());
      }
      noticed++;
    }
    assertTrue(checks.contains(Check.MAC), checks.toString());
    // All but inputs, which the cheater chooses.
    assertTrue(noticed >= frames - 2, noticed + " of " + frames);
  }

  /** Openings of both domains in one round are changed, and nothing of what follows is shown. */
  @Test
  void changedOpeningsOfBothDomainsShowNothing() throws Exception {
    VerifiedProgram program = program();
    List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
    assertNull(end(program, -1, 0, lengths).failure());
    for (int frame = 0; frame + 1 < lengths.size(); frame++) {
      int first = frame;
      Network[] networks = SessionPairs.networks(2);
      int[] count = new int[1];
      networks[1] =
          new TamperingNetwork(
              networks[1],
              (peer, index, data) -> {
                int now = count[0]++;
                if ((now == first || now == first + 1) && data.length > 0) {
                  data[0] ^= 1;
                }
                return data;
              });
      VmRun.End end = run(program).run(networks, OpeningMode.ALL).get(0);
      if (end.failure() != null) {
        boolean typed =
            end.failure() instanceof PeerCheated || end.failure() instanceof ConnectionLost;
        assertTrue(typed, "messages " + first + ": " + end.failure());
        assertNull(end.outputs());
        assertTrue(end.prints().size() <= 2);
      }
    }
    assertEquals(2, end(program, -1, 0, lengths).prints().size());
  }
}
