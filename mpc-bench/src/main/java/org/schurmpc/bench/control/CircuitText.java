package org.schurmpc.bench.control;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitReader;

/**
 * Transfers a circuit's Bristol Fashion text over a control channel in pieces, so that neither side
 * holds the whole text in memory.
 */
public final class CircuitText {
  /** Maximum length of a text, in bytes. */
  static final long MAX_BYTES = 1L << 30;

  private CircuitText() {}

  /**
   * Returns the length of a circuit's text, in bytes.
   *
   * @throws Refused if the text is too long to be sent
   */
  public static long length(Circuit circuit) throws Refused {
    Counter counter = new Counter();
    try {
      BristolFashion.write(circuit, counter);
    } catch (IOException e) {
      throw new IllegalStateException("counting does not fail", e);
    }
    if (counter.bytes > MAX_BYTES) {
      throw new Refused("the circuit's text is longer than a GiB, the most that can be sent");
    }
    return counter.bytes;
  }

  /** Sends a circuit. */
  public static void send(ControlChannel channel, Circuit circuit) throws MpcException {
    try (OutputStream out = new BufferedOutputStream(new Pieces(channel), 1 << 18)) {
      BristolFashion.write(circuit, out);
    } catch (IOException e) {
      throw cause(e);
    }
  }

  /**
   * Receives a circuit.
   *
   * @param bytes the length of the text
   * @param name the name of the circuit in messages
   * @throws BadFile if the text is malformed or too long
   */
  public static Circuit receive(ControlChannel channel, long bytes, String name)
      throws MpcException {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new BadFile("the Monitor announces a circuit of " + bytes + " bytes");
    }
    Arrivals in = new Arrivals(channel, bytes);
    Circuit circuit;
    try {
      circuit = CircuitReader.read(in, name);
    } catch (BadFile e) {
      throw in.failure == null ? e : in.failure;
    }
    return circuit;
  }

  private static MpcException cause(IOException e) {
    if (e.getCause() instanceof MpcException cause) {
      return cause;
    }
    throw new IllegalStateException("no I/O but a channel's", e);
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] b, int off, int len) {
      bytes += len;
    }
  }

  /** Sends everything that is written, at once. */
  private static final class Pieces extends OutputStream {
    private final ControlChannel channel;

    Pieces(ControlChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      try {
        for (int end = off + len; off < end; off += ControlChannel.MAX_BYTES) {
          channel.sendEncoded(
              Arrays.copyOfRange(b, off, Math.min(end, off + ControlChannel.MAX_BYTES)));
        }
      } catch (MpcException e) {
        throw new IOException(e);
      }
    }
  }

  /** Reads the received text, up to its announced length. */
  private static final class Arrivals extends InputStream {
    private final ControlChannel channel;
    private long left;
    private byte[] piece = {};
    private int read;
    private MpcException failure;

    Arrivals(ControlChannel channel, long bytes) {
      this.channel = channel;
      this.left = bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      Objects.checkFromIndexSize(off, len, b.length);
      if (read == piece.length && !next()) {
        return -1;
      }
      int count = Math.min(len, piece.length - read);
      System.arraycopy(piece, read, b, off, count);
      read += count;
      return count;
    }

    private boolean next() throws IOException {
      if (left == 0) {
        return false;
      }
      try {
        piece = channel.receiveEncoded();
      } catch (MpcException e) {
        failure = e;
        throw new IOException(e);
      }
      read = 0;
      left -= piece.length;
      if (left < 0) {
        throw new IOException("more than was announced");
      }
      return true;
    }
  }
}
