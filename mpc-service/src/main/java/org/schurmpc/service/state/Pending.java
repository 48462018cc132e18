package org.schurmpc.service.state;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * What is being noted of a request: nothing else may be noted of it until that is over. Has what
 * the caller asked for, so that the same call again gets the same answer, and what is reserved
 * meanwhile: keys in the counters, a number, and the ids at other receivers.
 */
final class Pending {
  private final String what;
  private final CompletableFuture<?> answer;
  private final List<String> rates;
  private final OptionalLong number;
  private final List<RequestKey> others;

  Pending(
      String what,
      CompletableFuture<?> answer,
      List<String> rates,
      OptionalLong number,
      List<RequestKey> others) {
    this.what = what;
    this.answer = answer;
    this.rates = rates;
    this.number = number;
    this.others = others;
  }

  static Pending of(String what, CompletableFuture<?> answer) {
    return new Pending(what, answer, List.of(), OptionalLong.empty(), List.of());
  }

  String what() {
    return what;
  }

  CompletableFuture<?> answer() {
    return answer;
  }

  /** Returns whether it opens a request that will wait for inputs. */
  boolean takesNumber() {
    return number.isPresent();
  }

  /** Gives back what was reserved. */
  void release(ServiceState state) {
    rates.forEach(state.rates::release);
    number.ifPresent(state.numbers::release);
    others.forEach(state.pending::remove);
  }
}
