package org.schurmpc.minimac.online;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;

/** Every rung of the ladder computes what the circuit says. */
class LadderTest extends ProtocolContract {
  private static final List<String> CODES = List.of("255x85", "256x120");
  private static final int CIRCUITS = 4;
  private static final int IN_FULL = 12;

  /**
   * All rungs, and some of them with every encoder and other codes: all encoders give the same
   * words, wherever public words are encoded.
   */
  @Override
  protected List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    for (String code : CODES) {
      for (Variant variant : Configurations.rungs(code)) {
        all.add(subject(variant, CIRCUITS, IN_FULL));
      }
    }
    for (String code : List.of("255x85", "256x120", "64x20", "255x51", "5x1")) {
      for (EncoderKind encoder : EncoderKind.values()) {
        MiniMacCode named = new MiniMacCode(ReedSolomon.named(code));
        if (encoder.supports(named.c()) && encoder.supports(named.star())) {
          for (Variant rung : rungsThatEncode(code)) {
            all.add(subject(Configurations.with(encoder, rung), 1, 3));
          }
        }
      }
    }
    return all;
  }

  private static List<Variant> rungsThatEncode(String code) {
    var batched = OpeningMode.BATCHED;
    return List.of(
        Configurations.rung(code, Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER),
        Configurations.rung(code, Packing.BITS, ConversionMode.SYMMETRIC, true, batched),
        Configurations.rung(code, Packing.BITS, ConversionMode.NONE, true, batched));
  }

  static Subject subject(Variant variant, int circuits, int inFull) {
    return new Subject(
        "%d parties, %s".formatted(variant.parties(), Configurations.describe(variant)),
        circuits,
        inFull,
        false,
        lanes -> Configurations.of(variant));
  }

  @Override
  protected List<Subject> preparing() {
    return Configurations.rungs("255x85").stream()
        .filter(rung -> rung.packing() == Packing.BITS && rung.simultaneous())
        .filter(rung -> rung.opening() == OpeningMode.BATCHED)
        .map(
            rung ->
                new Subject(
                    Configurations.describe(rung) + " of its own",
                    1,
                    lanes -> Configurations.of(rung).withOwnMaterial()))
        .toList();
  }

  /** Two rungs between which all options change; random circuits are evaluated on every rung. */
  @TestFactory
  Stream<DynamicTest> encryptsWithAes() {
    return Stream.of(
            Configurations.rung(
                "256x120", Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER),
            Configurations.rung(
                "255x85", Packing.BITS, ConversionMode.NONE, true, OpeningMode.BATCHED))
        .map(LadderTest::encryption);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> encryptsWithAesOnEveryRung() {
    return CODES.stream()
        .flatMap(code -> Configurations.rungs(code).stream())
        .map(LadderTest::encryption);
  }

  private static DynamicTest encryption(Variant variant) {
    return DynamicTest.dynamicTest(Configurations.describe(variant), () -> encrypt(variant));
  }

  private static void encrypt(Variant variant) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("aes_128"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run = new ProtocolRun(Configurations.of(variant), circuit, io, 5);
    run.requireAgreement("aes");
  }
}
