package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.state.Request.State;

/**
 * Holds all requests of which an id is remembered; its state is a function of the entries applied.
 * Guarded by the lock of {@link RequestBook}.
 */
final class Requests {
  private static final int LEAST_DUES = 1_000;

  private final Map<RequestKey, Request> all = new HashMap<>();

  /** Requests whose results go to other clients, by the key with which these ask. */
  private final Map<RequestKey, Request> received = new HashMap<>();

  private final Map<Fingerprint, Integer> open = new HashMap<>();
  private final PriorityQueue<Due> dues = new PriorityQueue<>();

  private final Map<String, String> names = new HashMap<>();

  /** Fingerprints by their text: few clients make most requests. */
  private final Map<String, Fingerprint> fingerprints = new HashMap<>();

  /** Blobs that no request needs any more, to be wiped once the entry is durable. */
  private final List<String> toWipe = new ArrayList<>();

  /** When something is due for a request; stale if the request has another time by then. */
  private record Due(long until, RequestKey key) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Long.compare(until, other.until);
    }
  }

  Optional<Request> get(RequestKey key) {
    return Optional.ofNullable(all.get(key));
  }

  /** Returns the request of which a client receives a result: its own first, then others'. */
  Optional<Request> receivedBy(RequestKey key) {
    Request own = all.get(key);
    return Optional.ofNullable(own == null ? received.get(key) : own);
  }

  Collection<Request> all() {
    return all.values();
  }

  int open(Fingerprint client) {
    return open.getOrDefault(client, 0);
  }

  /** Returns whether an id is used at a receiver. */
  boolean isUsed(RequestKey key) {
    return all.containsKey(key) || received.containsKey(key);
  }

  /** Returns the requests for which something is due, and forgets stale times. */
  List<Request> due(long now) {
    List<Request> due = new ArrayList<>();
    while (!dues.isEmpty() && dues.peek().until() <= now) {
      Due next = dues.poll();
      Request request = all.get(next.key());
      if (request != null && request.until == next.until()) {
        request.due = Request.NEVER;
        due.add(request);
      }
    }
    return due;
  }

  /** Puts a request back that {@link #due} returned and for which nothing could be done. */
  void dueAgain(Request request) {
    if (request.until != request.due) { // or it is in the queue
      request.due = request.until;
      if (request.until != Request.NEVER) {
        dues.add(new Due(request.until, request.key));
      }
      forgetStaleDues();
    }
  }

  /** Returns how many times are remembered at which something may be due. */
  int times() {
    return dues.size();
  }

  /** Forgets times that requests do not have any more, once they are more than all others. */
  private void forgetStaleDues() {
    if (dues.size() > LEAST_DUES + 2 * all.size()) {
      dues.clear();
      for (Request request : all.values()) {
        if (request.due != Request.NEVER) {
          dues.add(new Due(request.due, request.key));
        }
      }
    }
  }

  /** Returns blobs that are of no use any more, once. */
  List<String> takeWaste() {
    List<String> waste = List.copyOf(toWipe);
    toWipe.clear();
    return waste;
  }

  /** Returns the names of all blobs that are needed. */
  Set<String> blobs() {
    Set<String> blobs = new HashSet<>();
    for (Request request : all.values()) {
      blobs.add(request.envelope);
      blobs.add(request.input);
      blobs.addAll(request.results.values());
    }
    blobs.remove(Request.NONE);
    return blobs;
  }

  /**
   * Applies an entry.
   *
   * @param words of the entry, with those of the key at 2 and 3
   * @throws IllegalArgumentException for an unknown entry or request
   */
  void apply(String[] words) {
    switch (words[1]) {
      case "at" -> {
        words[4] = shared(words[4]);
        words[5] = shared(words[5]);
        put(Request.parse(key(words), words, 2));
      }
      case "open" -> open(words);
      default -> apply(words, known(key(words)));
    }
  }

  /** Returns one text for all equal ones: most requests name the same few jobs. */
  private String shared(String word) {
    return names.computeIfAbsent(word, any -> any);
  }

  private RequestKey key(String[] words) {
    Fingerprint client = fingerprints.computeIfAbsent(words[2], RequestKey::client);
    return new RequestKey(client, UUID.fromString(words[3]));
  }

  /** Returns the key under which a receiver asks for the result of a request. */
  private RequestKey receiverKey(Request request, String receiver) {
    return new RequestKey(
        fingerprints.computeIfAbsent(receiver, Requests::parsed), request.key.id());
  }

  private static Fingerprint parsed(String receiver) {
    try {
      return Fingerprint.parse(receiver);
    } catch (Refused e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private Request known(RequestKey key) {
    Request request = all.get(key);
    if (request == null) {
      throw new IllegalArgumentException("an entry of the request " + key + ", which is not open");
    }
    return request;
  }

  private void open(String[] words) {
    Request request =
        new Request(key(words), shared(words[4]), shared(words[5]), words[6], words[7]);
    request.envelope = words[8];
    request.since = Long.parseLong(words[9]);
    request.until = Long.parseLong(words[10]);
    for (int i = 11; i < words.length; i++) {
      request.results.put(words[i], Request.NONE);
    }
    put(request);
  }

  private void put(Request request) {
    if (all.put(request.key, request) != null) {
      throw new IllegalArgumentException("the request " + request.key + " is opened twice");
    }
    request.results.keySet().forEach(receiver -> receive(request, receiver));
    count(request, 1);
    dueAgain(request);
  }

  private void receive(Request request, String receiver) {
    RequestKey key = receiverKey(request, receiver);
    if (!key.equals(request.key)) {
      received.putIfAbsent(key, request);
    }
  }

  private void count(Request request, int sign) {
    if (request.state == State.OPEN) {
      open.merge(request.key.client(), sign, Integer::sum);
      open.remove(request.key.client(), 0);
    }
  }

  private void apply(String[] words, Request request) {
    count(request, -1);
    switch (words[1]) {
      case "accept" -> {
        request.state = State.ACCEPTED;
        request.hash = words[4];
        request.input = words[5];
        times(request, words[6], words[7]);
      }
      case "queue" -> {
        request.state = State.QUEUED;
        request.until = Request.NEVER; // after its announcement a request does not expire
      }
      case "run" -> {
        request.state = State.RUNNING;
        request.attempt = Integer.parseInt(words[4]);
      }
      case "prepare" -> {
        for (int i = 4; i < words.length; i += 2) {
          request.results.put(words[i], words[i + 1]);
          receive(request, words[i]); // a party may have renewed its certificate
        }
      }
      case "drop" -> {
        wasteResults(request);
        request.state = State.QUEUED;
      }
      case "done" -> {
        request.state = State.DONE;
        times(request, words[4], words[5]);
        wasteMasks(request);
      }
      case "fail" -> {
        request.state = State.FAILED;
        request.code = words[4];
        request.detail = words[5];
        times(request, words[6], words[7]);
        wasteMasks(request);
        wasteResults(request);
      }
      case "took" -> waste(request.results.put(words[4], Request.NONE));
      case "gone" -> {
        request.gone = true;
        wasteResults(request);
        times(request, words[4], words[5]);
      }
      case "forget" -> forget(request);
      default -> throw new IllegalArgumentException("no entry of requests: " + words[1]);
    }
    if (!words[1].equals("forget")) {
      count(request, 1);
      dueAgain(request);
    }
  }

  private static void times(Request request, String since, String until) {
    request.since = Long.parseLong(since);
    request.until = Long.parseLong(until);
  }

  private void forget(Request request) {
    all.remove(request.key);
    for (String receiver : request.results.keySet()) {
      received.remove(receiverKey(request, receiver), request);
    }
  }

  /** An input is not kept after its request. */
  private void wasteMasks(Request request) {
    waste(request.envelope);
    waste(request.input);
    request.envelope = Request.NONE;
    request.input = Request.NONE;
  }

  private void wasteResults(Request request) {
    for (Map.Entry<String, String> result : request.results.entrySet()) {
      waste(result.getValue());
      result.setValue(Request.NONE);
    }
  }

  private void waste(String blob) {
    if (blob != null && !blob.equals(Request.NONE)) {
      toWipe.add(blob);
    }
  }
}
