package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;

/**
 * Writes circuits in Bristol Fashion, and takes their digest.
 *
 * <p>A circuit has one text: LF line ends, single spaces, one blank line before the gates. Reading
 * it gives an equal circuit.
 */
public final class BristolFashion {
  private BristolFashion() {}

  /** Writes a circuit to a file, in place of what was there. */
  public static void write(Circuit circuit, Path file) throws BadFile {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(circuit, out);
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /** Writes a circuit to a stream, which stays open. */
  public static void write(Circuit circuit, OutputStream out) throws IOException {
    GateText text = new GateText(out);
    text.number(circuit.gateCount()).space().number(circuit.wireCount()).text("\n");
    sizes(text, circuit.inputSizes());
    sizes(text, circuit.outputSizes());
    text.text("\n");
    for (int g = 0; g < circuit.gateCount(); g++) {
      gate(text, circuit, g);
    }
    text.flush();
  }

  /** The SHA-256 of a circuit's text: 32 bytes. */
  public static byte[] digest(Circuit circuit) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      write(circuit, new DigestOutputStream(OutputStream.nullOutputStream(), sha));
      return sha.digest();
    } catch (NoSuchAlgorithmException | IOException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void sizes(GateText text, int[] sizes) throws IOException {
    text.number(sizes.length);
    for (int size : sizes) {
      text.space().number(size);
    }
    text.text("\n");
  }

  private static void gate(GateText text, Circuit circuit, int g) throws IOException {
    switch (circuit.type(g)) {
      case XOR -> binary(text, circuit, g, " XOR\n");
      case AND -> binary(text, circuit, g, " AND\n");
      case INV -> unary(text, circuit.left(g), circuit.out(g), " INV\n");
      case EQW -> unary(text, circuit.left(g), circuit.out(g), " EQW\n");
      case ZERO -> unary(text, 0, circuit.out(g), " EQ\n");
      case ONE -> unary(text, 1, circuit.out(g), " EQ\n");
    }
  }

  static void binary(GateText text, Circuit circuit, int g, String end) throws IOException {
    text.text("2 1 ").number(circuit.left(g)).space().number(circuit.right(g));
    text.space().number(circuit.out(g)).text(end);
  }

  static void unary(GateText text, int in, int out, String end) throws IOException {
    text.text("1 1 ").number(in).space().number(out).text(end);
  }
}
