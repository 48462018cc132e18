package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Inputs that a client gives in the clear. */
class PublicPortsTest {
  private static final JobDescription JOB =
      new JobDescription(
          "limit",
          "program",
          "0".repeat(64),
          "p128",
          List.of(
              new Port("least", Port.Kind.SIGNED, 5, 0, 1, "public"),
              new Port("mine", Port.Kind.UNSIGNED, 3, 0, 2, "client"),
              new Port("theirs", Port.Kind.UNSIGNED, 3, 0, 2, "party2"),
              new Port("rate", Port.Kind.FIXED, 9, 4, 1, "client")),
          List.of(),
          "open");

  @Test
  void theyFollowThoseThatAreMasked() {
    assertEquals(
        List.of("mine", "rate", "least"), JOB.ourInputs().stream().map(Port::name).toList());
    assertEquals(15, JOB.inputBits());
    assertEquals(20, JOB.givenBits());
    assertEquals(
        "mine unsigned 3 0 2\nrate fixed 9 4 1\nleast signed 5 0 1 public", JOB.portList());
  }

  @Test
  void theyAreNotMasked() {
    byte[] inputs = {0x12, 0x34, 0x05};
    byte[] masks = {(byte) 0xff, 0x7f};
    assertArrayEquals(new byte[] {(byte) 0xed, 0x4b, 0x05}, InputMasks.mask(inputs, masks));
    assertArrayEquals(new byte[] {0x12, 0x34, 0x05}, inputs);
  }
}
