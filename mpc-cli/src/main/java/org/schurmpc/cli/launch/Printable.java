package org.schurmpc.cli.launch;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Makes text of another process, or from a file, safe to print on a terminal. */
public final class Printable {
  private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\t]]");

  private static final Pattern STEERING_IN_LINES =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\t\n]]");

  private static final int LONGEST = 2000;

  private Printable() {}

  /**
   * Returns the text, shortened if it is long, without characters that could forge log lines or
   * control a terminal.
   */
  public static String of(String text) {
    String all = String.valueOf(text);
    String some = all.length() > LONGEST ? all.substring(0, LONGEST) + "..." : all;
    return line(some.replaceAll("\\s*\\R\\s*", " ")).replace('\t', ' ');
  }

  /**
   * Returns the printable form of a process's description of itself; "unknown" if the description
   * is null.
   */
  public static String orUnknown(String text) {
    return text == null ? "unknown" : of(text);
  }

  /**
   * Returns a line with its tabs and at its full length, but without characters that could control
   * a terminal.
   */
  public static String line(String text) {
    return STEERING.matcher(text).replaceAll("?");
  }

  /**
   * Returns a stream of UTF-8 text that passes on whole lines, but no characters that could control
   * a terminal. Names in files that a command reads can hold such characters.
   *
   * @param to where the text goes; an error there is an error of the returned stream
   */
  public static PrintStream stream(PrintStream to) {
    return new Text(to);
  }

  /** Returns where bytes that are no text go: the stream itself, or that behind {@link #stream}. */
  public static PrintStream bytes(PrintStream stream) {
    return stream instanceof Text text ? text.to : stream;
  }

  private static final class Text extends PrintStream {
    private final PrintStream to;

    Text(PrintStream to) {
      super(new Filter(to), true, StandardCharsets.UTF_8);
      this.to = to;
    }
  }

  private static final class Filter extends FilterOutputStream {
    private final PrintStream to;
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] cut = {}; // the beginning of a character

    Filter(PrintStream to) {
      super(OutputStream.nullOutputStream());
      this.to = to;
    }

    @Override
    public synchronized void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int off, int len) throws IOException {
      ByteBuffer in = ByteBuffer.allocate(cut.length + len).put(cut).put(bytes, off, len).flip();
      CharBuffer text = CharBuffer.allocate(in.remaining());
      decoder.reset().decode(in, text, false);
      cut = new byte[in.remaining()];
      in.get(cut);
      String lines = text.flip().toString().replace(System.lineSeparator(), "\n");
      to.write(
          STEERING_IN_LINES
              .matcher(lines)
              .replaceAll("?")
              .replace("\n", System.lineSeparator())
              .getBytes(StandardCharsets.UTF_8));
      require();
    }

    @Override
    public synchronized void flush() throws IOException {
      to.flush();
      require();
    }

    @Override
    public void close() throws IOException {
      flush();
    }

    private void require() throws IOException {
      if (to.checkError()) {
        throw new IOException("not written");
      }
    }
  }
}
