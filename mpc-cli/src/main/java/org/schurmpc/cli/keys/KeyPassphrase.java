package org.schurmpc.cli.keys;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.OwnerOnly;

/**
 * Finds the passphrase of a private key: in a file, else in the environment, else by asking on the
 * terminal. Passphrases are arrays, which the caller wipes, and appear in no message.
 *
 * @param option the option that names the file, for messages
 * @param file the file, whose first line is the passphrase; empty if none was named
 * @param environment the value of {@value #VARIABLE}; empty, or without a character, if it is not
 *     set
 * @param prompt asks on the terminal; empty if there is no terminal
 */
public record KeyPassphrase(
    String option, Optional<Path> file, Optional<String> environment, Optional<Prompt> prompt) {
  /** The variable of the environment that may hold a passphrase. */
  public static final String VARIABLE = "SCHUR_MPC_KEY_PASSPHRASE";

  /** Maximum length of a passphrase, in characters. */
  static final int MOST = 200;

  private static final int MOST_BYTES_PER_CHARACTER = 3; // in UTF-8, for one char of Java

  /** Minimum length of the passphrase of a new key, in characters. */
  private static final int FEWEST = 8;

  private static final char[] NONE = {};

  /** The character in place of bytes that are no text in the character set of this process. */
  private static final char UNREADABLE = '\ufffd';

  /** Asks a person for a secret. */
  public interface Prompt {
    /** Returns the secret, which is not shown while it is typed; empty if there is none. */
    char[] ask(String question);
  }

  /**
   * Returns where this process finds a passphrase.
   *
   * @param option the option that names the file
   * @param file the file; null if none was named
   */
  public static KeyPassphrase ofThisProcess(String option, Path file) {
    return new KeyPassphrase(
        option,
        Optional.ofNullable(file),
        Optional.ofNullable(System.getenv(VARIABLE)),
        TerminalPrompt.ofThisProcess());
  }

  /** Returns the same sources without the terminal. */
  public KeyPassphrase unasked() {
    return new KeyPassphrase(option, file, environment, Optional.empty());
  }

  /**
   * Returns the passphrase of an existing key.
   *
   * @throws Refused if there is no passphrase, in a sentence that says how to give one, or it
   *     cannot be read with the character set of this process
   * @throws BadFile if the file cannot be read, or is not a passphrase
   */
  public char[] of(Path key) throws MpcException {
    Optional<char[]> given = given();
    char[] passphrase =
        given.isPresent()
            ? given.get()
            : prompt.map(terminal -> terminal.ask("Passphrase of " + key + ": ")).orElse(NONE);
    if (passphrase.length == 0) {
      throw new Refused(
          "%s is encrypted: give its passphrase with %s FILE, or in the environment as %s"
              .formatted(key, option, VARIABLE));
    }
    return requireSound(passphrase);
  }

  private char[] requireSound(char[] passphrase) throws Refused {
    if (passphrase.length > MOST) {
      Arrays.fill(passphrase, '\0');
      throw new Refused("a passphrase has at most " + MOST + " characters");
    }
    for (char each : passphrase) {
      if (each == UNREADABLE) { // else all that is not ASCII would be one and the same passphrase
        Arrays.fill(passphrase, '\0');
        throw new Refused(
            "the passphrase has characters that this process cannot read: set LC_ALL=C.UTF-8, or"
                + " give it with %s FILE".formatted(option));
      }
    }
    return passphrase;
  }

  /**
   * Returns the passphrase of a new key; on the terminal it is asked for twice.
   *
   * @throws Refused if there is no passphrase, it is too short, the two differ, or it cannot be
   *     read with the character set of this process
   * @throws BadFile if the file cannot be read, or is not a passphrase
   */
  public char[] ofNew(Path key) throws MpcException {
    Optional<char[]> given = given();
    char[] passphrase = given.isPresent() ? given.get() : askTwice(key);
    if (passphrase.length < FEWEST) {
      Arrays.fill(passphrase, '\0');
      throw new Refused("a passphrase has at least " + FEWEST + " characters");
    }
    return requireSound(passphrase);
  }

  private char[] askTwice(Path key) throws Refused {
    if (prompt.isEmpty()) {
      throw new Refused(
          "there is no terminal to ask for a passphrase: give it with %s FILE, or in the"
                  .formatted(option)
              + " environment as "
              + VARIABLE);
    }
    char[] first = prompt.get().ask("New passphrase of " + key + ": ");
    char[] again = prompt.get().ask("The same once more: ");
    boolean same = Arrays.equals(first, again);
    Arrays.fill(again, '\0');
    if (!same) {
      Arrays.fill(first, '\0');
      throw new Refused("the two passphrases differ: nothing was made");
    }
    return first;
  }

  private Optional<char[]> given() throws MpcException {
    if (file.isPresent()) {
      return Optional.of(read(file.get()));
    }
    return environment.filter(set -> !set.isEmpty()).map(String::toCharArray);
  }

  private static char[] read(Path file) throws BadFile {
    OwnerOnly.require(file);
    byte[] bytes = new byte[MOST_BYTES_PER_CHARACTER * MOST + 1];
    try (InputStream in = Files.newInputStream(file)) {
      int length = in.readNBytes(bytes, 0, bytes.length);
      int end = 0;
      while (end < length && bytes[end] != '\n' && bytes[end] != '\r') {
        end++;
      }
      if (end == 0 || end == bytes.length) {
        throw new BadFile(
            "the first line of %s is no passphrase: it has 1 to %d characters"
                .formatted(file, MOST));
      }
      return decode(bytes, end);
    } catch (CharacterCodingException e) {
      throw new BadFile(file + " is no text in UTF-8", e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + file + ": " + e.getMessage(), e);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private static char[] decode(byte[] bytes, int length) throws CharacterCodingException {
    CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
    char[] passphrase = new char[text.remaining()];
    text.get(passphrase);
    Arrays.fill(text.array(), '\0');
    return passphrase;
  }

  /** Returns a passphrase as the bytes of a line for a child process: UTF-8, in Base64. */
  public static byte[] toLine(char[] passphrase) {
    byte[] text = new byte[MOST_BYTES_PER_CHARACTER * passphrase.length];
    ByteBuffer buffer = ByteBuffer.wrap(text);
    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(passphrase), buffer, true);
    byte[] bytes = Arrays.copyOf(text, buffer.position());
    byte[] line = Base64.getEncoder().encode(bytes);
    Arrays.fill(text, (byte) 0);
    Arrays.fill(bytes, (byte) 0);
    return line;
  }

  /**
   * Returns the passphrase of {@link #toLine}, and wipes the line.
   *
   * @throws Refused if the line was not made by {@link #toLine}
   */
  public static char[] ofLine(byte[] line) throws Refused {
    byte[] bytes = {};
    try {
      bytes = Base64.getDecoder().decode(line);
      return decode(bytes, bytes.length);
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw new Refused("this command is for processes that the launcher starts", e);
    } finally {
      Arrays.fill(bytes, (byte) 0);
      Arrays.fill(line, (byte) 0);
    }
  }
}
