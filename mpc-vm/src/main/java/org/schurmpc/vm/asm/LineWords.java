package org.schurmpc.vm.asm;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;

/** The words of a line of text, read one after the other; commas are words. */
final class LineWords {
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern BIG_NUMBER = Pattern.compile("[0-9]{1,80}");
  private static final Pattern REGISTER = Pattern.compile("[sci][0-9]{1,10}(\\[[0-9]{1,10}\\])?");

  private final String[] words;
  private final String where;
  private int at;

  LineWords(String line, String where) {
    String spaced = line.replace(",", " , ").strip();
    this.words = spaced.isEmpty() ? new String[0] : SPACE.split(spaced, -1);
    this.where = where;
  }

  BadFile bad(String reason) {
    return new BadFile(where + ": " + reason);
  }

  boolean more() {
    return at < words.length;
  }

  String next(String what) throws BadFile {
    if (!more()) {
      throw bad("the line ends where " + what + " is expected");
    }
    return words[at++];
  }

  boolean take(String word) {
    if (more() && words[at].equals(word)) {
      at++;
      return true;
    }
    return false;
  }

  void expect(String word) throws BadFile {
    String found = next("'" + word + "'");
    if (!found.equals(word)) {
      throw bad("there is '%s' where '%s' is expected".formatted(found, word));
    }
  }

  void end() throws BadFile {
    if (more()) {
      throw bad("'%s' is too much".formatted(words[at]));
    }
  }

  /** Returns a number of at most 31 bits. */
  int number(String what) throws BadFile {
    return (int) number(next(what), what, 0, Integer.MAX_VALUE);
  }

  /** Returns a number of at most 63 bits. */
  long longNumber(String what) throws BadFile {
    return number(next(what), what, 0, Long.MAX_VALUE);
  }

  long signedNumber(String what) throws BadFile {
    return number(next(what), what, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  BigInteger bigNumber(String what) throws BadFile {
    String word = next(what);
    if (!BIG_NUMBER.matcher(word).matches()) {
      throw bad("'%s' is no %s".formatted(word, what));
    }
    return new BigInteger(word);
  }

  long number(String word, String what, long least, long most) throws BadFile {
    if (NUMBER.matcher(word).matches()) {
      BigInteger value = new BigInteger(word);
      if (value.compareTo(BigInteger.valueOf(least)) >= 0
          && value.compareTo(BigInteger.valueOf(most)) <= 0) {
        return value.longValue();
      }
    }
    throw bad("'%s' is no %s".formatted(word, what));
  }

  /** Reads numbers of secret and of clear elements of each field, such as {@code s 5 c 1}. */
  void sizes(int[] secret, int[] clear, int bitField, String what) throws BadFile {
    for (int f = 0; f < secret.length; f++) {
      String suffix = f == 0 ? "" : f == bitField ? "b" : "g";
      expect("s" + suffix);
      secret[f] = number(what);
      expect("c" + suffix);
      clear[f] = number(what);
    }
  }

  /**
   * Returns the number of the field that a suffix names.
   *
   * @param bitField the number of the field of bits, or -1, which is returned for b then
   */
  static int field(String suffix, int bitField) {
    return suffix.equals("b") ? bitField : suffix.isEmpty() ? 0 : 1;
  }

  /** A register such as {@code *s5[100]}: the star and the count are optional. */
  record Register(char letter, int number, int count, boolean counted, boolean one) {}

  Register register(String what) throws BadFile {
    String word = next(what);
    boolean one = word.startsWith("*");
    String rest = one ? word.substring(1) : word;
    if (!REGISTER.matcher(rest).matches()) {
      throw bad("'%s' is no %s".formatted(word, what));
    }
    int bracket = rest.indexOf('[');
    String number = bracket < 0 ? rest.substring(1) : rest.substring(1, bracket);
    long count = 1;
    if (bracket >= 0) {
      String inside = rest.substring(bracket + 1, rest.length() - 1);
      count = number(inside, "number of registers", 1, Integer.MAX_VALUE);
    }
    long index = number(number, "register", 0, Integer.MAX_VALUE);
    return new Register(rest.charAt(0), (int) index, (int) count, bracket >= 0, one);
  }

  /** Returns a register of one letter, without star and, if it must be, without count. */
  Register plain(char letter, boolean mayCount) throws BadFile {
    Register register = register("register " + letter);
    if (register.letter() != letter || register.one() || (register.counted() && !mayCount)) {
      throw bad("a register %s is expected after %s".formatted(letter, Arrays.asList(words)));
    }
    return register;
  }
}
