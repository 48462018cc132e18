package org.schurmpc.service.state;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is known of one request. Mutable; guarded by the lock of {@link RequestBook}. */
final class Request {
  static final String NONE = "-";

  /** A time at which nothing is due. */
  static final long NEVER = Long.MAX_VALUE;

  final RequestKey key;
  final String job;
  final String digest; // of what the job ran when the request was opened
  final String body; // hash of the body that opened it
  final String number; // of its input masks, or NONE
  State state;
  String envelope = NONE; // blob
  String input = NONE; // blob
  String hash = NONE; // of the inputs: the receipt
  int attempt;
  String code = NONE; // why it failed
  String detail = NONE; // in words, as base64
  boolean gone; // its results have expired
  long since; // when it got into its state, in milliseconds
  long until = NEVER; // when something is due: expiry, or the end of its id
  long due = NEVER; // the last of these times for which the queue has the request
  final Map<String, String> results = new TreeMap<>(); // receiver to blob
  final Set<String> complaints = new TreeSet<>(); // of this process alone

  /** Where a request stands. */
  enum State {
    OPEN,
    ACCEPTED,
    QUEUED,
    RUNNING,
    DONE,
    FAILED;

    boolean isFinal() {
      return this == DONE || this == FAILED;
    }
  }

  Request(RequestKey key, String job, String digest, String body, String number) {
    this.key = key;
    this.job = job;
    this.digest = digest;
    this.body = body;
    this.number = number;
    this.state = State.OPEN;
  }

  OptionalLong delivery() {
    return number.equals(NONE) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
  }

  Work.Seen announcement() {
    return new Work.Seen(key, job, delivery(), hash);
  }

  Optional<String> detailText() {
    return detail.equals(NONE)
        ? Optional.empty()
        : Optional.of(new String(Base64.getUrlDecoder().decode(detail), StandardCharsets.UTF_8));
  }

  static String encode(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the words of a checkpoint. */
  String line() {
    StringBuilder line = new StringBuilder(key.words());
    for (String word :
        new String[] {job, digest, body, number, state.name(), envelope, input, hash}) {
      line.append(' ').append(word);
    }
    line.append(' ').append(attempt).append(' ').append(code).append(' ').append(detail);
    line.append(' ').append(since).append(' ').append(until);
    line.append(' ').append(gone);
    results.forEach((receiver, blob) -> line.append(' ').append(receiver).append(' ').append(blob));
    return line.toString();
  }

  /**
   * Parses the words of a checkpoint.
   *
   * @param key the first two of them
   */
  static Request parse(RequestKey key, String[] words, int from) {
    Request request =
        new Request(key, words[from + 2], words[from + 3], words[from + 4], words[from + 5]);
    request.state = State.valueOf(words[from + 6]);
    request.envelope = words[from + 7];
    request.input = words[from + 8];
    request.hash = words[from + 9];
    request.attempt = Integer.parseInt(words[from + 10]);
    request.code = words[from + 11];
    request.detail = words[from + 12];
    request.since = Long.parseLong(words[from + 13]);
    request.until = Long.parseLong(words[from + 14]);
    request.gone = Boolean.parseBoolean(words[from + 15]);
    for (int i = from + 16; i < words.length; i += 2) {
      request.results.put(words[i], words[i + 1]);
    }
    return request;
  }
}
