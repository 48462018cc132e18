package org.schurmpc.spdz.prep;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.material.Material;

/**
 * About what a party sends for a demand over a prime field, and where the products with the key
 * come from. The parties of a session compute equal numbers, and so make products in one way.
 */
public final class MascotTraffic {
  /**
   * Maximum number of pairs of a peer and a thread that take values from VOLE, since each holds a
   * round: about 35 MB over 128 bits.
   */
  private static final int MOST_PAIRS = 16;

  private final MascotParameters parameters;
  private final int peers;
  private final KeyProductBytes products;
  private final int tau;
  private final long[] given; // half values to be authenticated, by party
  private long common; // all other bytes to a peer

  private MascotTraffic(MascotParameters parameters, int parties) throws Refused {
    this.parameters = parameters;
    this.peers = parties - 1;
    this.products = new KeyProductBytes(parameters.field(), parameters.k(), parameters.threads());
    this.tau = MascotParameters.products(parameters.field(), parameters.sigma());
    this.given = new long[parties];
  }

  /**
   * Returns the traffic of a demand.
   *
   * @throws IllegalArgumentException if the field is of characteristic 2
   * @throws ArithmeticException if a number exceeds 63 bits
   * @throws Refused if the field is too small for σ
   */
  public static MascotTraffic of(MascotParameters parameters, int parties, Demand demand)
      throws Refused {
    Field field = parameters.field();
    if (field.isBinary()) {
      throw new IllegalArgumentException(field.name() + " has no VOLE");
    }
    MascotTraffic traffic = new MascotTraffic(parameters, parties);
    Material material = new Material(field, parameters.sigma());
    Map<MaterialKind, Long> rest = new HashMap<>(demand.quotas());
    for (int party = 0; party < parties; party++) {
      long own = take(rest, material.inputs(party)) + take(rest, material.ownBits(party));
      traffic.give(party, own, 2);
    }
    traffic.triples(take(rest, material.triples()), 1);
    traffic.triples(take(rest, material.inverses()), 2);
    if (RandomSquares.serve(parties, field)) {
      // A party gives a_2 of half of the squares, a and â of the others, and all squares as items.
      traffic.squares(take(rest, material.bits()), 3, 3);
      traffic.squares(take(rest, material.squares()), 5, 1);
    } else {
      traffic.triples(take(rest, material.bits()), 3);
      traffic.triples(take(rest, material.squares()), 2);
    }
    return traffic;
  }

  private static long take(Map<MaterialKind, Long> from, MaterialKind kind) {
    Long items = from.remove(kind);
    return items == null ? 0 : items;
  }

  /** Adds items that take a triple each, and elements opened for each. */
  private void triples(long items, int opened) {
    add(items, 1, 2, 2 * Triples.PARTS, 2 * opened);
  }

  /** Adds squares of two parties: half values given and half elements opened by each party. */
  private void squares(long items, int given, int opened) {
    add(items, 2, 1, given, opened);
  }

  /**
   * Adds items of which both parties, or all, make as much, in halves for each item.
   *
   * @param tiles number of tiles of which batches are multiples
   * @param multiplied the products of a triple
   * @param give values to be authenticated
   * @param opened elements sent to be opened
   */
  private void add(long items, int tiles, int multiplied, int give, int opened) {
    Field field = parameters.field();
    long grain = (long) tiles * Products.tile(field, tau);
    long n = Math.multiplyExact((items + grain - 1) / grain, grain);
    long ots = (long) tau * field.bits();
    long flips = peers > 1 ? ots / Byte.SIZE : 0;
    long triple = ots * field.bytes() + CotPair.bytes(ots, parameters.k()) + flips;
    long halves = multiplied * triple + (long) opened * field.bytes();
    common = Math.addExact(common, Math.multiplyExact(n, halves) / 2);
    for (int party = 0; party < given.length; party++) {
      give(party, n, give);
    }
  }

  private void give(int party, long items, int halves) {
    given[party] = Math.addExact(given[party], Math.multiplyExact(items, (long) halves));
  }

  /** Returns the number of values that the party gives which gives most. */
  public long values() {
    return LongStream.of(given).max().orElse(0) / 2;
  }

  /** Returns whether VOLE may be taken, and takes no more memory than is reasonable. */
  boolean fitsVoles() {
    return parameters.voles() && (long) peers * parameters.threads() <= MOST_PAIRS;
  }

  /** Returns whether products with the key come from VOLE: if it may be taken and sends less. */
  public boolean voles() {
    return fitsVoles() && products.favourVole(values());
  }

  /** Returns the bytes that the party which gives most sends to all peers. */
  public long bytes() {
    return all(voles() ? products.byVole(values()) : products.byCope(values()));
  }

  /** Returns the bytes if all products with the key come from OT. */
  public long bytesByOt() {
    return all(products.byCope(values()));
  }

  /** Returns the part of the bytes that begins VOLE, once in a session. */
  public long bytesToBegin() {
    return voles() ? peers * products.toBegin() : 0;
  }

  private long all(long ofProducts) {
    return Math.multiplyExact((long) peers, Math.addExact(common, ofProducts));
  }
}
