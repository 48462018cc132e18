package org.schurmpc.vm.machine.spdz;

import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.disk.KeptState;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.machine.Bank;
import org.schurmpc.vm.machine.KeptMemory;

/**
 * Keeps memory as versions on disk: shares with MACs of each field, clear elements and integers.
 */
final class MemoryVersions implements KeptMemory {
  private static final String INTS = "ints";

  private final KeptState state;
  private final Session session;

  /**
   * Creates the memory of a run.
   *
   * @param state on whose version the parties have agreed
   */
  MemoryVersions(KeptState state, Session session) {
    this.state = state;
    this.session = session;
  }

  @Override
  public void load(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
    for (int f = 0; f < secret.length; f++) {
      Shares shares = SpdzBank.shares(secret[f]);
      load("values" + f, shares.values());
      load("macs" + f, shares.macs());
      load("clear" + f, clear[f]);
    }
    load(INTS, ints);
    state.take(session);
  }

  private void load(String part, long[] to) throws MpcException {
    long[] words = state.read(part, to.length);
    System.arraycopy(words, 0, to, 0, words.length);
    Secrets.wipe(words);
  }

  @Override
  public void revealing() throws MpcException {
    state.revealing();
  }

  @Override
  public void keep(Bank[] secret, long[][] clear, long[] ints) throws MpcException {
    SortedMap<String, long[]> shared = new TreeMap<>();
    SortedMap<String, long[]> known = new TreeMap<>();
    for (int f = 0; f < secret.length; f++) {
      Shares shares = SpdzBank.shares(secret[f]);
      shared.put("values" + f, shares.values());
      shared.put("macs" + f, shares.macs());
      known.put("clear" + f, clear[f]);
    }
    known.put(INTS, ints);
    state.prepare(shared, known);
    state.confirm(session);
    state.commit();
  }
}
