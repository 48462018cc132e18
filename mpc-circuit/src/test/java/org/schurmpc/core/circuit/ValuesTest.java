package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {
  private static final HexFormat HEX = HexFormat.of();

  /** Values of 12, 0 and 8 bits, copied to the outputs. */
  private static Circuit copies() {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(12));
    builder.output(builder.input(0));
    builder.output(builder.input(8));
    return builder.build();
  }

  @Test
  void readsWhatWasWritten() {
    Values values = Values.inputs(copies(), 70);
    values.set(0, 69, HEX.parseHex("0abc"));
    values.set(1, 69, new byte[0]);
    values.set(2, 69, HEX.parseHex("81"));
    assertEquals("0abc", HEX.formatHex(values.get(0, 69)));
    assertEquals(0, values.get(1, 69).length);
    assertEquals("81", HEX.formatHex(values.get(2, 69)));
    assertEquals("0000", HEX.formatHex(values.get(0, 68)));
    values.set(0, 69, new byte[2]);
    assertArrayEquals(new byte[2], values.get(0, 69));
  }

  /** 0xABC has bits 2 to 5, 7, 9 and 11. */
  @Test
  void wireZeroIsTheLeastSignificantBit() {
    Values values = Values.inputs(copies(), 1);
    values.set(0, 0, HEX.parseHex("0abc"));
    values.set(2, 0, HEX.parseHex("01"));
    assertFalse(values.bits().get(0, 0));
    assertTrue(values.bits().get(2, 0));
    assertTrue(values.bits().get(11, 0));
    assertTrue(values.bits().get(12, 0));
    assertFalse(values.bits().get(13, 0));
  }

  @ParameterizedTest
  @CsvSource({"0, 1abc", "0, bc", "0, 000abc", "1, 00", "2, 0081"})
  void otherSizesAreRefusedAndNotShown(int value, String hex) {
    Values values = Values.inputs(copies(), 1);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> values.set(value, 0, HEX.parseHex(hex)));
    assertFalse(e.getMessage().contains(hex), e.getMessage());
  }

  @Test
  void otherIndicesAreRefused() {
    Values values = Values.inputs(copies(), 1);
    assertThrows(IndexOutOfBoundsException.class, () -> values.get(3, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> values.set(0, 1, new byte[2]));
  }
}
