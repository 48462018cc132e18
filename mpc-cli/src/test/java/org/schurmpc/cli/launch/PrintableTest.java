package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream =
      Printable.stream(new PrintStream(bytes, true, StandardCharsets.UTF_8));

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void streamsPassTextOn() {
    stream.println("left of 'and triples'\t7 %");
    stream.printf("größer, 秘密, 🔑%n");
    stream.print("the rest");

    assertEquals("left of 'and triples'\t7 %\ngrößer, 秘密, 🔑\nthe rest", written());
  }

  @Test
  void streamsPassNoCharactersThatControlATerminal() {
    stream.println("a\u001b]0;title\u0007b\u009b2Jc\rd\u202ee\u2028f\0");

    assertEquals("a?]0;title?b?2Jc?d?e?f?\n", written());
  }

  @Test
  void charactersMayArriveInPieces() {
    byte[] text = "é\u009b秘🔑\u202e".getBytes(StandardCharsets.UTF_8);
    for (byte b : text) {
      stream.write(b);
    }
    stream.flush();

    assertEquals("é?秘🔑?", written());
  }

  @Test
  void bytesThatAreNoCharacterAreReplaced() {
    stream.write(new byte[] {'a', (byte) 0x9b, 'b', (byte) 0xc2, 'c'}, 0, 5);

    assertEquals("a\ufffdb\ufffdc", written());
  }

  @Test
  void bytesThatAreNoTextPassUnchanged() {
    byte[] raw = {0, 1, 27, (byte) 0x9b, (byte) 0xff};
    Printable.bytes(stream).write(raw, 0, raw.length);
    Printable.bytes(stream).flush();

    assertArrayEquals(raw, bytes.toByteArray());
  }

  @Test
  void anErrorIsAnErrorOfTheStream() {
    PrintStream full =
        Printable.stream(
            new PrintStream(
                new OutputStream() {
                  @Override
                  public void write(int b) throws IOException {
                    throw new IOException("full");
                  }
                },
                false,
                StandardCharsets.UTF_8));
    assertFalse(full.checkError());
    full.println("a line");

    assertTrue(full.checkError());
  }
}
