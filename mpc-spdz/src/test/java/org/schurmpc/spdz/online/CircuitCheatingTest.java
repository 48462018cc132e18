package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.Material;

/** One party cheats in a circuit: every honest one notices, and its store is destroyed. */
class CircuitCheatingTest extends CheatingContract {
  private static final int CHEATER = 1;
  private static final int LANES = 5;
  private static final int WIRES = 4;
  private static final int GATES = 6;

  /** Elements of a triple, each with its MAC. */
  private static final int TRIPLE = 6;

  private static CheatCase newCase(int parties, int cheater) throws Exception {
    return new CheatCase(
        parties + " parties",
        Configurations.spdz(parties, LANES, "gf2_40", "all"),
        GATES,
        false,
        cheater,
        parties == 2 ? messagesOfTwo() : messagesOfThree());
  }

  private static List<Message> messagesOfTwo() {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.caught("random bits", Check.MAC));
    addCheck(all, Check.COMMITMENT);
    all.add(Message.inputs(Check.MAC, Check.TRANSCRIPT));
    all.add(Message.caught("first layer", Check.MAC));
    all.add(Message.caught("last layer", Check.MAC));
    addCheck(all, Check.COMMITMENT);
    all.add(Message.caught("transcript", Check.TRANSCRIPT));
    all.add(Message.caught("output", Check.MAC));
    addCheck(all, Check.COMMITMENT);
    return all;
  }

  private static void addCheck(List<Message> all, Check... checks) {
    for (String name : List.of("toss", "σ")) {
      all.add(Message.caught(name + " commitment", checks));
      all.add(Message.caught(name + " opening", checks));
    }
  }

  /** All peers get the changed byte; their own copies of it may be compared first. */
  private static List<Message> messagesOfThree() {
    Check[] any = {Check.MAC, Check.COMMITMENT, Check.BROADCAST, Check.TRANSCRIPT};
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.caught("random bits", any));
    addCheck(all, any);
    for (String name : List.of("broadcast check", "inputs", "first layer", "last layer")) {
      all.add(Message.caught(name, any));
    }
    addCheck(all, any);
    for (String name : List.of("broadcast check", "transcript", "output")) {
      all.add(Message.caught(name, any));
    }
    addCheck(all, any);
    all.add(Message.caught("broadcast check", any));
    return all;
  }

  @Override
  protected List<CheatCase> cases() throws Exception {
    return List.of(newCase(2, 1), newCase(3, 1), newCase(2, 0), newCase(3, 0));
  }

  @Override
  protected List<Lie.Told> lies() throws Exception {
    List<Lie.Told> all = new ArrayList<>();
    for (CheatCase liar : cases()) {
      List<Lie> lies = new ArrayList<>();
      Material material = new Material(Fields.named("gf2_40"));
      for (int element = 0; element < TRIPLE; element++) {
        lies.add(addOne("element %d of a triple".formatted(element), material.triples(), element));
      }
      for (int element = 0; element < 2; element++) {
        String what = "element %d of a ".formatted(element);
        lies.add(addOne(what + "bit", material.bits(), element));
        lies.add(addOne(what + "mask", material.inputs(1 - liar.cheater()), element));
      }
      all.add(new Lie.Told(liar, lies));
    }
    return all;
  }

  private static Lie addOne(String what, MaterialKind kind, int element) throws Exception {
    Field field = Fields.named("gf2_40");
    return new Lie(
        what,
        (cheated, random) ->
            cheated.alter(
                kind,
                1,
                (data, offset) -> {
                  int at = offset + element * field.limbs();
                  field.add(data, at, field.element(1), 0, data, at, 1);
                }));
  }

  /** x y + x for party 1's x and party 2's y, to all, and each bit of y to party 1 alone. */
  private static CheatedRun cheat(int parties) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(WIRES);
    int[] y = builder.input(WIRES);
    int[] z = new int[WIRES];
    for (int i = 0; i < WIRES; i++) {
      z[i] = builder.xor(builder.and(x[i], y[i]), builder.not(x[i]));
    }
    builder.output(z);
    builder.output(y);
    Circuit circuit = builder.build();
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All(), new OutputTarget.Only(0)));
    var spdz = Configurations.spdz(parties, LANES, "gf2_40", "all");
    return new CheatedRun(new ProtocolRun(spdz, LayeredCircuit.of(circuit), io, 17), CHEATER);
  }

  /** The masked bits are e = x + b, a bit each whatever is sent. */
  @Test
  void anInputIsABitWhateverIsSent() throws Exception {
    ProtocolRun run = cheat(2).run;
    BitMatrix[] inputs = run.allInputs();
    BitMatrix joint = new BitMatrix(2 * WIRES, LANES);
    for (int wire = 0; wire < 2 * WIRES; wire++) {
      joint.copyRow(wire, inputs[wire / WIRES], wire);
    }
    Circuit circuit = run.circuit.circuit();
    BitMatrix right = PlainEvaluation.evaluate(circuit, joint);
    for (int wire = WIRES; wire < 2 * WIRES; wire++) {
      joint.words()[joint.offset(wire)] ^= 0x1f;
    }
    BitMatrix flipped = PlainEvaluation.evaluate(circuit, joint);
    assertFalse(right.equals(flipped));
    // A party that puts in something else than the caller's bits: all of them flipped.
    for (int wire = WIRES; wire < 2 * WIRES; wire++) {
      inputs[CHEATER].words()[inputs[CHEATER].offset(wire)] ^= 0x1f;
    }
    assertEquals(flipped, run.run(inputs).get(0));
  }

  /**
   * An owner that takes b + 1 for b sends its input under another bit than the one that it knows:
   * it checks what was opened before it sends anything of its input.
   */
  @Test
  void noInputIsSentUnderABitThatWasNotChecked() throws Exception {
    int opening = cheat(2).frameLengths().indexOf(2 * WIRES * LANES * 5);
    CheatedRun cheat = cheat(2);
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    List<CheatedRun.Outcome> outcomes =
        cheat.outcomes(
            (peer, index, frame) -> {
              if (index == opening) {
                for (int element = 0; element < 2 * WIRES * LANES; element++) {
                  frame[5 * element] ^= 1;
                }
              }
              return frame;
            },
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    cheat.requireCaughtByAll(outcomes, Check.MAC);
    // After the shares come commitment and opening of the toss and of σ, and no masked bits.
    assertEquals(List.of(32, 48, 32, 37), sent.subList(opening + 1, sent.size()));
  }

  /** Different masked bits for different receivers. */
  @Test
  void differentMaskedInputsForDifferentReceivers() throws Exception {
    int frame = cheat(3).frameLengths().indexOf((WIRES * LANES + 7) / 8);
    CheatedRun cheat = cheat(3);
    List<CheatedRun.Outcome> outcomes =
        cheat.outcomes(
            (peer, index, bytes) -> {
              if (index == frame && peer == 2) {
                bytes[0] ^= 1;
              }
              return bytes;
            });
    cheat.requireCaughtByAll(outcomes, Check.BROADCAST, Check.TRANSCRIPT);
  }

  /** Bits behind those of the inputs. */
  @Test
  void paddingOfInputsIsZero() throws Exception {
    int length = (WIRES * LANES + 7) / 8;
    int frame = cheat(2).frameLengths().indexOf(length);
    CheatedRun cheat = cheat(2);
    List<CheatedRun.Outcome> outcomes =
        cheat.outcomes(
            (peer, index, bytes) -> {
              if (index == frame) {
                bytes[length - 1] ^= (byte) 0x80;
              }
              return bytes;
            });
    cheat.requireCaughtByAll(outcomes, Check.MALFORMED);
  }

  /** Material whose bits are 0 and X, with right MACs: their owner says nothing of its input. */
  @Test
  void bitsThatAreNone() throws Exception {
    CheatedRun cheat = cheat(2);
    ProtocolRun run = cheat.run;
    Material material = new Material(Fields.named("gf2_40"));
    Field field = material.field();
    long[] x = field.element(2);
    for (int party = 0; party < 2; party++) {
      run.stores[party] =
          new AlteredStore(
              run.stores[party],
              material.bits(),
              AlteredStore.EVERY,
              (data, offset) -> field.scale(x, 0, data, offset, data, offset, 2));
    }
    for (CheatedRun.Outcome outcome : cheat.outcomes((peer, index, frame) -> frame)) {
      assertNull(outcome.output());
    }
  }

  @Test
  void elementsAreReadAsBits() throws Exception {
    for (String name : List.of("gf2_40", "gf2_128", "p128")) {
      Field field = Fields.named(name);
      long[] elements = new long[4 * field.limbs()];
      System.arraycopy(field.element(1), 0, elements, field.limbs(), field.limbs());
      BitReader reader = new BitReader(field);
      assertEquals(0, reader.bit(elements, 0));
      assertEquals(1, reader.bit(elements, field.limbs()));
      assertTrue(reader.all());
      Arrays.fill(elements, 2 * field.limbs(), 4 * field.limbs(), 0);
      System.arraycopy(field.element(2), 0, elements, 2 * field.limbs(), field.limbs());
      assertEquals(1, reader.bit(elements, 2 * field.limbs()));
      assertFalse(reader.all());
    }
  }
}
