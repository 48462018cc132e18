package org.schurmpc.cli.compute;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Preparation;

/**
 * Deals material and writes the stores of all parties. <b>Insecure</b>: whoever runs this knows all
 * material.
 */
public final class DealtStores {
  private DealtStores() {}

  /**
   * Deals material into a new batch of each store.
   *
   * @param parties the parties, by index
   * @param uses the stores, by party
   * @param progress receives the number of units written, after each portion
   */
  public static void write(
      List<Participant> parties,
      Dealing dealing,
      List<StoreUse> uses,
      Preparation.Progress progress)
      throws MpcException {
    List<Fingerprint> certificates = certificates(parties);
    List<StoreDirectory.Purpose> purposes = new ArrayList<>();
    for (int party = 0; party < uses.size(); party++) {
      purposes.add(dealing.purpose(party, certificates));
    }
    List<StoreDirectory> stores = new ArrayList<>();
    SecureRandom random = new SecureRandom();
    byte[] nonce = new byte[FieldHash.BYTES];
    random.nextBytes(nonce);
    byte[] id = new FieldHash("dealt batch").add(nonce).digest();
    try (TrustedDealer dealer = dealing.protocol().dealer(random)) {
      List<DiskPrepStore> batches = new ArrayList<>();
      for (int party = 0; party < uses.size(); party++) {
        StoreUse use = uses.get(party);
        StoreDirectory store = StoreDirectory.openOrCreate(use.folder(), use.access());
        stores.add(store);
        store.requireFits(purposes.get(party));
      }
      for (int party = 0; party < uses.size(); party++) {
        batches.add(
            stores.get(party).begin(purposes.get(party), id, DealerClient.DESCRIPTION, true));
      }
      dealer.dealKeys(batches);
      deal(dealing, dealer, batches, progress);
    } finally {
      stores.forEach(StoreDirectory::close);
    }
  }

  private static void deal(
      Dealing dealing,
      TrustedDealer dealer,
      List<DiskPrepStore> batches,
      Preparation.Progress progress)
      throws MpcException {
    int units = dealing.units();
    long together = Math.max(1, Preparation.PORTION_BYTES / Math.max(1, dealing.unit().bytes()));
    progress.at(0, units);
    for (int done = 0; done < units; ) {
      long now = Math.min(together, units - done);
      for (long i = 0; i < now; i++) {
        dealer.deal(dealing.unit(), batches);
      }
      for (DiskPrepStore batch : batches) {
        batch.commit();
      }
      done += (int) now;
      progress.at(done, units);
    }
  }

  /**
   * Returns the parties' certificates if the configuration names all of them: the stores are then
   * valid for these parties only. Otherwise returns an empty list.
   *
   * @throws Refused if a party may show one of two certificates
   */
  private static List<Fingerprint> certificates(List<Participant> parties) throws Refused {
    List<Pin> known = parties.stream().map(Participant::pin).flatMap(Optional::stream).toList();
    for (Pin pin : known) {
      if (pin.accepted().size() > 1) {
        throw new Refused(
            "stores are for one certificate of each party: name the one with which the stores will"
                + " be used, not "
                + pin);
      }
    }
    return known.size() == parties.size()
        ? known.stream().map(pin -> pin.accepted().get(0)).toList()
        : List.of();
  }
}
