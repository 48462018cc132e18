package org.schurmpc.vm.machine.spdz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.online.InputRange;
import org.schurmpc.spdz.online.SpdzEngine;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.machine.Clients;
import org.schurmpc.vm.machine.SecretBackend;
import org.schurmpc.vm.machine.Values;

/**
 * The inputs of one instruction: first all values whose range is proven, then those that may be any
 * element.
 */
final class SpdzInputs {
  private final SpdzEngine engine;
  private final Field field;
  private final int party;
  private final int parties;
  private final Values mine;
  private final Clients clients;

  /**
   * Creates the inputs of a party.
   *
   * @param mine the values of this party's ports
   * @param clients the ports of clients, of which no party has the values
   */
  SpdzInputs(SpdzEngine engine, int party, int parties, Values mine, Clients clients) {
    this.clients = clients;
    this.engine = engine;
    this.field = engine.field();
    this.party = party;
    this.parties = parties;
    this.mine = mine;
  }

  void input(SecretBackend.Inputs batch, Shares to) throws MpcException {
    List<Integer> proven = new ArrayList<>();
    List<Integer> elements = new ArrayList<>();
    for (int e = 0; e < batch.entries(); e++) {
      if (clients.gives(batch.port()[e])) {
        inputOfClient(batch, e, to);
        continue;
      }
      boolean any = port(batch, e).type() == ValueType.ELEMENT;
      (any ? elements : proven).add(e);
    }
    if (!proven.isEmpty()) {
      inputProven(batch, proven, to);
    }
    if (!elements.isEmpty()) {
      inputElements(batch, elements, to);
    }
  }

  /** Writes values of clients, without a message; zeros for places without one. */
  private void inputOfClient(SecretBackend.Inputs batch, int e, Shares to) {
    int each = port(batch, e).count() / clients.places();
    InputRange all = range(batch, e);
    int written = all.asBits() ? all.width() : 1;
    int end = batch.first()[e] + all.n();
    for (int first = batch.first()[e]; first < end; ) {
      int place = first / each;
      int n = Math.min(end, (place + 1) * each) - first;
      int at = batch.to()[e] + (first - batch.first()[e]) * written;
      InputRange range = new InputRange(all.owner(), n, all.width(), all.signed(), all.asBits());
      inputAtPlace(batch.port()[e], place, first - place * each, range, to, at);
      first += n;
    }
  }

  private void inputAtPlace(int port, int place, int first, InputRange range, Shares to, int at) {
    Optional<KeptInputs.Entry> entry = clients.entry(port, place);
    if (entry.isPresent()) {
      int bit = clients.firstBit(port) + first * range.width();
      engine.inputKept(entry.get(), bit, range, to, at);
      return;
    }
    int n = range.n() * (range.asBits() ? range.width() : 1);
    engine.local().set(new long[n * field.limbs()], 0, to, at, n);
    if (range.asBits() && range.signed()) {
      for (int i = 1; i <= range.n(); i++) {
        engine.local().set(field.element(1), 0, to, at + i * range.width() - 1, 1);
      }
    }
  }

  private static InputRange range(SecretBackend.Inputs batch, int e) {
    Port port = port(batch, e);
    boolean signed = port.type().isSigned();
    return new InputRange(port.party(), batch.n()[e], port.width(), signed, batch.asBits()[e]);
  }

  private static Port port(SecretBackend.Inputs batch, int entry) {
    return batch.ports().get(batch.port()[entry]);
  }

  private void inputProven(SecretBackend.Inputs batch, List<Integer> entries, Shares to)
      throws MpcException {
    List<InputRange> ranges = new ArrayList<>();
    for (int e : entries) {
      ranges.add(range(batch, e));
    }
    long[] values = values(batch, entries);
    try {
      int[] toAt = entries.stream().mapToInt(e -> batch.to()[e]).toArray();
      engine.inputInRange(ranges, values, 0, to, toAt);
    } finally {
      Secrets.wipe(values);
    }
  }

  private void inputElements(SecretBackend.Inputs batch, List<Integer> entries, Shares to)
      throws MpcException {
    int[] counts = new int[parties];
    int all = 0;
    for (int e : entries) {
      int owner = port(batch, e).party();
      counts[owner] = Math.addExact(counts[owner], batch.n()[e]);
      all = Math.addExact(all, batch.n()[e]);
    }
    long[] values = values(batch, entries);
    Shares shares = new Shares(field, all);
    try {
      engine.input(counts, values, 0, shares, 0);
      int[] next = new int[parties];
      for (int owner = 1; owner < parties; owner++) {
        next[owner] = next[owner - 1] + counts[owner - 1];
      }
      for (int e : entries) {
        int owner = port(batch, e).party();
        to.copy(batch.to()[e], shares, next[owner], batch.n()[e]);
        next[owner] += batch.n()[e];
      }
    } finally {
      Secrets.wipe(values);
      shares.wipe();
    }
  }

  /** Returns this party's values of some entries, in their order. */
  private long[] values(SecretBackend.Inputs batch, List<Integer> entries) {
    int limbs = field.limbs();
    int n = 0;
    for (int e : entries) {
      n = Math.addExact(n, port(batch, e).party() == party ? batch.n()[e] : 0);
    }
    long[] values = new long[n * limbs];
    int at = 0;
    for (int e : entries) {
      if (port(batch, e).party() == party) {
        int longs = batch.n()[e] * limbs;
        long[] all = mine.elements(batch.port()[e]);
        System.arraycopy(all, batch.first()[e] * limbs, values, at, longs);
        at += longs;
      }
    }
    return values;
  }
}
