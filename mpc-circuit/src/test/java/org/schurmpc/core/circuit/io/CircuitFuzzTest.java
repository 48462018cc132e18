package org.schurmpc.core.circuit.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;

class CircuitFuzzTest {
  private static final String[] WORDS = {
    "XOR",
    "AND",
    "INV",
    "EQ",
    "EQW",
    "MAND",
    "LOOKUP",
    "TABLE",
    "0",
    "1",
    "2",
    "-1",
    "\n",
    " ",
    "2147483647",
    "2147483648",
    "268435456",
    "4",
    "\r\n",
    "\0",
    "\u00ff"
  };

  @Test
  void everyMutationIsACircuitOrBadFile() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          int good = 0;
          for (long seed = 0; seed < 20_000; seed++) {
            good += mutated(seed);
          }
          // Both ways out must have been taken often.
          assertTrue(good > 200 && good < 19_800, good + " good ones");
        });
  }

  /** Few changes of a packed file leave one that unpacks. */
  @Test
  void everyMutationOfAPackedFile() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          int good = 0;
          for (long seed = 0; seed < 4_000; seed++) {
            good += read(mutated(packed(text(seed)), new Random(seed)), seed);
          }
          assertTrue(good > 10 && good < 3_990, good + " good ones");
        });
  }

  private static byte[] packed(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  @Test
  void packedFilesAreUnpacked() throws Exception {
    for (long seed = 0; seed < 100; seed++) {
      byte[] packed = packed(text(seed));
      assertEquals(circuit(seed), CircuitReader.read(new ByteArrayInputStream(packed), "packed"));
      byte[] cut = Arrays.copyOf(packed, packed.length - 9);
      assertThrows(BadFile.class, () -> CircuitReader.read(new ByteArrayInputStream(cut), "cut"));
    }
  }

  private static byte[] text(long seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BristolFashion.write(circuit(seed), out);
    return out.toByteArray();
  }

  private static Circuit circuit(long seed) {
    return seed % 3 == 0 ? RandomCircuits.withLookups(seed % 300) : RandomCircuits.of(seed % 300);
  }

  private static int written(Circuit circuit) {
    int wires = 0;
    for (int g = 0; g < circuit.gateCount(); g++) {
      wires += circuit.outputCount(g);
    }
    return wires;
  }

  private static int mutated(long seed) throws IOException {
    return read(mutated(text(seed), new Random(seed)), seed);
  }

  private static byte[] mutated(byte[] original, Random random) {
    byte[] text = original;
    int mutations = 1 + random.nextInt(3);
    for (int i = 0; i < mutations; i++) {
      text = mutate(text, random);
    }
    return text;
  }

  private static int read(byte[] text, long seed) {
    try {
      Circuit circuit = CircuitReader.read(new ByteArrayInputStream(text), "fuzz");
      assertEquals(circuit.wireCount(), circuit.inputWires() + written(circuit));
      if (circuit.inputWires() < 1_000) {
        LayeredCircuit.of(circuit);
        PlainEvaluation.evaluate(circuit, RandomCircuits.inputs(circuit, 1, seed));
      }
      return 1;
    } catch (BadFile e) {
      assertTrue(e.getMessage().startsWith("fuzz "), e.getMessage());
      return 0;
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Replaces up to 6 bytes at a random place by a word, a random byte or bytes from elsewhere. */
  private static byte[] mutate(byte[] text, Random random) {
    // Half of the time in the header, where a byte does most.
    int at = random.nextInt(1 + (random.nextBoolean() ? Math.min(20, text.length) : text.length));
    int end = Math.min(text.length, at + random.nextInt(7));
    byte[] insert =
        switch (random.nextInt(5)) {
          case 0 -> new byte[0];
          case 1 -> new byte[] {(byte) random.nextInt(256)};
          case 2 -> {
            int from = random.nextInt(text.length + 1);
            yield Arrays.copyOfRange(text, from, Math.min(text.length, from + random.nextInt(30)));
          }
          case 3 -> new byte[] {(byte) ('0' + random.nextInt(10))};
          default -> WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.ISO_8859_1);
        };
    if (random.nextInt(20) == 0) {
      end = text.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(text, 0, at);
    out.writeBytes(insert);
    out.write(text, end, text.length - end);
    return out.toByteArray();
  }

  @Test
  void truncationsAreNeverTakenForTheWholeCircuit() throws Exception {
    truncate(RandomCircuits.assembled(7, 30));
    truncate(RandomCircuits.withLookups(5));
  }

  private static void truncate(Circuit circuit) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BristolFashion.write(circuit, out);
    byte[] text = out.toByteArray();
    // The last byte is a line end, which may be missing.
    for (int length = 0; length < text.length - 1; length++) {
      byte[] cut = Arrays.copyOf(text, length);
      assertThrows(
          BadFile.class,
          () -> CircuitReader.read(new ByteArrayInputStream(cut), "cut"),
          "cut to " + length);
    }
  }

  /** A header of the greatest sizes allowed, and gates far apart: memory follows the bytes read. */
  @Test
  void absurdHeadersTakeNoMemory() {
    StringBuilder text = new StringBuilder("268435456 268435458\n1 2\n1 1\n");
    text.append("2 2 0 1 2 3 TABLE\n");
    for (int i = 0; i < 500; i++) {
      int wire = 100_000 + 400_000 * i;
      text.append("2 1 0 1 ").append(wire).append(" AND\n");
      text.append("2 2 0 1 ").append(wire + 1).append(' ').append(wire + 200_000);
      text.append(" 0 LOOKUP\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    BadFile error =
        assertThrows(
            BadFile.class, () -> CircuitReader.read(new ByteArrayInputStream(bytes), "absurd"));
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(error.getMessage().contains("ends after 1000 of 268435456"), error.getMessage());
    assertTrue(taken < 10_000_000, taken + " bytes taken");
  }

  /** Never ends by itself: each must be refused from what was read so far. */
  @Test
  void endlessStreamsAreRefused() {
    for (String unit : new String[] {"\0", "7", "1 ", "A", "x\n", "1 1\n", "1 1 0 1 TABLE\n"}) {
      byte[] bytes = unit.getBytes(StandardCharsets.US_ASCII);
      InputStream endless =
          new InputStream() {
            private int at = bytes.length - 1;

            @Override
            public int read() {
              at = (at + 1) % bytes.length;
              return bytes[at];
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
              for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) read();
              }
              return length;
            }
          };
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> assertThrows(BadFile.class, () -> CircuitReader.read(endless, "endless")));
    }
  }
}
