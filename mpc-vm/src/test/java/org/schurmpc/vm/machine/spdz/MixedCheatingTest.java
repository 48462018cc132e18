package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.schurmpc.vm.lang.SecureProgram;
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

  /** Number of bits that are revealed, in a message of a length of its own. */
  private static final int REVEALED = N * 64 * 3;

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
    VmRun.End honest = end(program, -1, 0, lengths);
    assertNull(honest.failure());
    String right = String.join("\n", honest.prints());
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
        assertTrue(right.startsWith(String.join("\n", end.prints())), "messages " + first);
      }
    }
  }

  /** A comparison whose result goes on as a number: nothing is opened in TinyOT later. */
  private static void chosen(ProgramBuilder b) {
    IntType type = IntType.signed(12);
    SecretInts x = b.inputs("x", 0, type, N);
    SecretInts y = b.inputs("y", 1, type, N);
    Comparison comparison = new Comparison(b);
    SecretInts least = comparison.lessThan(x, y).choose(x, y);
    b.print("least ", least.reveal().get(0));
    b.output("again", comparison.lessThan(least, y).choose(least, y));
  }

  /** Bits of a number, and later others that are revealed. */
  private static void revealed(ProgramBuilder b) {
    SecretInts x = b.inputs("x", 0, IntType.signed(12), N);
    SecretBitVector key = b.booleans().inputs("key", 1, N);
    SecretBitVector first = new BitDecomposition(b).lowest(x, 2).get(1).and(key);
    SecretBitVector[] many = new SecretBitVector[REVEALED / N];
    Arrays.fill(many, first);
    b.print("first ", SecretBitVector.join(many).reveal().get(0));
  }

  private static VerifiedProgram compiled(SecureProgram program) throws Exception {
    return Compiler.compile(program, "cheated", CompileOptions.of(Fields.named("p128"), 2));
  }

  /** Lengths of what each party sends, while the second one changes a message, or none. */
  private static VmRun.End end(
      VerifiedProgram program, int changed, List<List<Integer>> sent, String name, long... theirs)
      throws Exception {
    Map<String, BigInteger[]> inputs =
        Map.of("x", numbers(5, -3, 2047, 0, -2048), name, numbers(theirs));
    Network[] networks = SessionPairs.networks(2);
    for (int i = 0; i < 2; i++) {
      int party = i;
      List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());
      sent.add(lengths);
      networks[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                if (party == 1 && lengths.size() == changed && frame.length > 0) {
                  frame[0] ^= 1;
                }
                lengths.add(frame.length);
                return frame;
              });
    }
    return new VmRun(program, inputs).run(networks, OpeningMode.ALL).get(0);
  }

  /** Requires that a party noticed, or lost the other one, whose own code noticed. */
  private static void requireTyped(VmRun.End end, int frame) {
    boolean typed = end.failure() instanceof PeerCheated || end.failure() instanceof ConnectionLost;
    assertTrue(typed, "message " + frame + ": " + end.failure());
    assertNull(end.outputs(), "message " + frame);
  }

  /** Bits that were opened wrongly show nothing over the first field. */
  @Test
  void forgedBitsShowNoNumber() throws Exception {
    VerifiedProgram program = compiled(MixedCheatingTest::chosen);
    long[] y = {-7, 9, 100, 1, -2048};
    List<List<Integer>> honest = new ArrayList<>();
    VmRun.End right = end(program, -1, honest, "y", y);
    assertEquals(List.of("least -7"), right.prints());
    int frames = honest.get(1).size();
    int noticed = 0;
    for (int frame = 0; frame < frames; frame++) {
      VmRun.End end = end(program, frame, new ArrayList<>(), "y", y);
      if (end.failure() != null) {
        requireTyped(end, frame);
        assertTrue(end.prints().isEmpty() || end.prints().equals(right.prints()), "" + frame);
        noticed++;
      }
    }
    // All but the inputs of the cheater, and the empty messages of its turns.
    long empty = honest.get(1).stream().filter(length -> length == 0).count();
    assertTrue(noticed >= frames - empty - 2, noticed + " of " + frames);
  }

  /** A number that was opened wrongly ends the run before bits are revealed. */
  @Test
  void forgedNumbersRevealNoBit() throws Exception {
    VerifiedProgram program = compiled(MixedCheatingTest::revealed);
    long[] key = {1, 0, 1, 1, 0};
    int revealed = REVEALED / Byte.SIZE;
    List<List<Integer>> honest = new ArrayList<>();
    assertNull(end(program, -1, honest, "key", key).failure());
    assertEquals(1, Collections.frequency(honest.get(0), revealed));
    int number = honest.get(1).indexOf(N * 16);
    assertTrue(number >= 0, honest.toString());
    List<List<Integer>> sent = new ArrayList<>();
    VmRun.End end = end(program, number, sent, "key", key);
    requireTyped(end, number);
    assertEquals(0, Collections.frequency(sent.get(0), revealed));
  }
}
