package org.schurmpc.core.run;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Material that two parties want to have in stock, for no circuit in particular, by the protocol's
 * own preprocessing. Computations of any circuit consume it ({@link Computation.Plan#connect(
 * Network, StoreDirectory, Refill)}).
 *
 * @param protocol with its parameters, not below {@link SecurityFloor}; its lanes are of no matter
 * @param demand what there shall be, items of each kind
 */
public record StockPlan(ConfiguredProtocol protocol, Demand demand) {
  private static final long WHOLE = 1L << 24;

  public StockPlan {
    SecurityFloor.requireChecked(protocol);
  }

  /**
   * Plans a stock of two parties.
   *
   * @param protocol a protocol's name, as "tinyot"
   * @param amounts as {@link ConfiguredProtocol#stock} takes them
   * @param options the protocol's own
   * @throws Refused if the protocol, an option or an amount is unknown, or the protocol has no such
   *     material, or its security is below {@link SecurityFloor}
   */
  public static StockPlan of(
      String protocol, SortedMap<String, Long> amounts, Map<String, String> options)
      throws Refused {
    return of(protocol, 2, amounts, options);
  }

  /** The same for some number of parties. */
  public static StockPlan of(
      String protocol, int parties, SortedMap<String, Long> amounts, Map<String, String> options)
      throws Refused {
    ConfiguredProtocol configured =
        Protocols.named(protocol).configure(new ProtocolOptions(parties, 0, options));
    Demand demand = configured.stock(amounts);
    if (!configured.preprocesses()) {
      throw new Refused(protocol + " has no preprocessing of its own, by which a stock is made");
    }
    SecurityFloor.require(configured);
    return new StockPlan(configured, demand);
  }

  /**
   * What a store must be for.
   *
   * @param certificates of all parties by index; empty over plaintext
   */
  public StoreDirectory.Purpose purpose(int party, List<Fingerprint> certificates) throws Refused {
    return Computation.purpose(protocol, demand, party, certificates);
  }

  /**
   * Fills a store with peers who fill their own, until all hold as many items of each kind, of all
   * batches together. What they hold already counts, as far as a batch has it of all kinds alike:
   * nothing is evaluated with items of several batches.
   *
   * @param network closed at the end; the store is left open
   * @param progress told how many bytes of material are there, of how many
   * @return the bytes that were made now
   * @throws Refused if the store is for something else, or the network is of another number of
   *     parties
   * @throws org.schurmpc.core.abort.Disagreement if a peer wants something else
   */
  public long prepare(Network network, StoreDirectory store, Preparation.Progress progress)
      throws MpcException {
    try (Network closed = network) {
      if (network.parties() != protocol.parties()) {
        throw new Refused(
            "there are %d parties, and %s is set up for %d"
                .formatted(network.parties(), protocol.protocol(), protocol.parties()));
      }
      try (Session session = Session.establish(closed, terms(), new SecureRandom());
          Preprocessor maker = Preparation.maker(session, store, protocol, null)) {
        StoreDirectory.Purpose purpose = purpose(session.party(), session.certificates());
        store.requireFits(purpose);
        return fill(
            session,
            store,
            new PortionMaker(session, maker, false, store, purpose, demand),
            progress);
      }
    }
  }

  private SessionTerms terms() {
    TreeMap<String, String> terms = new TreeMap<>(protocol.terms());
    terms.put("protocol", protocol.protocol());
    terms.put("sigma", Integer.toString(protocol.sigma()));
    terms.put("preprocessing store", Preprocessor.OWN_STORE);
    terms.put("stage", "preparation");
    terms.put("circuit", "any");
    terms.put(
        "stock",
        demand.quotas().entrySet().stream()
            .map(quota -> quota.getValue() + " of '" + quota.getKey().name() + "'")
            .collect(Collectors.joining(", ")));
    return new SessionTerms(terms);
  }

  private long fill(
      Session session, StoreDirectory store, PortionMaker maker, Preparation.Progress progress)
      throws MpcException {
    // Whatever was used at once before was no more than what is wanted in stock, most likely.
    List<DiskPrepStore> common = StoreAgreement.agree(session, store, demand);
    Map<MaterialKind, Long> missing = missing(common);
    long all = demand.bytes();
    long made = 0;
    long toMake = part(missing, 0, 1).bytes();
    progress.at(all - toMake, all);
    for (Demand portion : portions(missing, toMake)) {
      maker.make(portion);
      made += portion.bytes();
      progress.at(all - toMake + made, all);
    }
    return made;
  }

  /**
   * A part of all kinds. An evaluation takes all that it needs from one batch, so what a batch has
   * more of one kind than of others counts for nothing.
   */
  private Map<MaterialKind, Long> missing(List<DiskPrepStore> batches) {
    long there = 0; // in parts of WHOLE
    for (DiskPrepStore batch : batches) {
      long share = WHOLE;
      for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
        long available = Math.min(batch.available(quota.getKey()), quota.getValue());
        share = Math.min(share, Math.multiplyExact(available, WHOLE) / quota.getValue());
      }
      there += share;
    }
    long lacking = Math.max(0, WHOLE - there);
    Map<MaterialKind, Long> missing = new LinkedHashMap<>();
    demand.quotas().forEach((kind, items) -> missing.put(kind, upTo(items, lacking, WHOLE)));
    return missing;
  }

  /** A part of a number of items, rounded up. */
  private static long upTo(long items, long numerator, long denominator) {
    long product = Math.multiplyExact(items, numerator);
    return product / denominator + (product % denominator == 0 ? 0 : 1);
  }

  /** Of all kinds some in each, so that what an interruption leaves can be used. */
  private List<Demand> portions(Map<MaterialKind, Long> missing, long bytes) {
    int parts =
        Math.toIntExact((bytes + Preparation.PORTION_BYTES - 1) / Preparation.PORTION_BYTES);
    List<Demand> portions = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      portions.add(part(missing, i, parts));
    }
    return portions;
  }

  private Demand part(Map<MaterialKind, Long> missing, int index, int parts) {
    Demand.Builder part = Demand.of(demand.protocol());
    missing.forEach(
        (kind, items) -> {
          part.add(kind, upTo(items, index + 1L, parts) - upTo(items, index, parts));
        });
    return part.build();
  }
}
