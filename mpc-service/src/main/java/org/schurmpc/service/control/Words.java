package org.schurmpc.service.control;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the words of a line of a journal or of an entry of the log, each of which has one valid
 * form. Whatever is read is written again as the same text, so that a hash of the text is a hash of
 * what it says.
 */
final class Words {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final Pattern CODE = Pattern.compile("[a-z][a-z-]{0,31}");
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern LINE = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern REQUEST = Pattern.compile("[0-9A-Za-z+/:-]{1,120}");

  private final String text;
  private final Iterator<String> rest;

  Words(String text) {
    this.text = text;
    List<String> words = Arrays.asList(text.split(" ", -1));
    this.rest = words.iterator();
  }

  /** Returns the next word, of any form. */
  String word() {
    if (!rest.hasNext()) {
      throw wrong("ends too early");
    }
    return rest.next();
  }

  boolean hasNext() {
    return rest.hasNext();
  }

  private String of(Pattern form, String what) {
    return require(form, what, word());
  }

  private String require(Pattern form, String what, String word) {
    if (!form.matcher(word).matches()) {
      throw wrong("has no " + what + " where one belongs");
    }
    return word;
  }

  /** Returns a number from 0 to 10^18 - 1. */
  long number() {
    return Long.parseLong(of(NUMBER, "number"));
  }

  int count(int most) {
    long number = number();
    if (number > most) {
      throw wrong("has a count above " + most);
    }
    return (int) number;
  }

  /** Returns the name of a job, a stock or a set. */
  String name() {
    return of(NAME, "name");
  }

  /** Returns a code of small letters and dashes. */
  String code() {
    return of(CODE, "code");
  }

  /** Returns a hash, 64 hex digits. */
  String hash() {
    return of(HEX, "hash");
  }

  /** Returns the name of a control line, 32 hex digits. */
  String line() {
    return of(LINE, "line");
  }

  /** Returns the key of a request. */
  String request() {
    return of(REQUEST, "request");
  }

  /** Requires that nothing follows. */
  void end() {
    if (rest.hasNext()) {
      throw wrong("goes on after its end");
    }
  }

  IllegalArgumentException wrong(String what) {
    String shown = text.length() > 80 ? text.substring(0, 80) + "..." : text;
    return new IllegalArgumentException("the line '" + shown + "' " + what);
  }

  static String hash(String text) {
    return new Words(text).only(HEX, "hash");
  }

  static String code(String text) {
    return new Words(text).only(CODE, "code");
  }

  static String request(String text) {
    return new Words(text).only(REQUEST, "request");
  }

  static String name(String text) {
    return new Words(text).only(NAME, "name");
  }

  private String only(Pattern form, String what) {
    return require(form, what, text);
  }

  static boolean isCode(String text) {
    return CODE.matcher(text).matches();
  }
}
