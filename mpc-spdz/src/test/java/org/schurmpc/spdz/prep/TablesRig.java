package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.ShareArithmetic;

/** Sets up a maker of masked tables with parts of a test. */
final class TablesRig {
  private static final int OT_K = 4;
  private static final int BLOCK = 512;

  /** What a party does otherwise than the protocol says; as it stands, nothing. */
  interface Lies {
    /** Changes shares of products of which triples are made. */
    default void products(long[] c) {}

    default Demux demux(Field field, ShareArithmetic arithmetic, Opening opening) {
      return new Demux(field, arithmetic, opening);
    }
  }

  private TablesRig() {}

  static TableMaker maker(Session session, Field field, long[] alpha, Lies lies)
      throws MpcException {
    Kernels kernels = KernelProvider.choose().kernels();
    int sigma = Material.usualSigma(field);
    int tau = MascotParameters.products(field, sigma);
    BitCope[] bitCopes = new BitCope[session.parties()];
    PairOts[] ots = new PairOts[session.parties()];
    Cope[] copes = new Cope[session.parties()];
    for (int peer : session.peers()) {
      Session pair = session.pair(peer);
      CotKeys keys = CotKeys.forBoth(pair, CotKeys.randomDelta(session.random()));
      CopeSeeds seeds = CopeSeeds.make(pair, keys, OT_K, field, alpha, kernels);
      ots[peer] = PairOts.begin(pair, keys, OT_K, field.uniformWords(), kernels);
      copes[peer] = seeds.on(pair, field, alpha, OT_K, BLOCK);
      bitCopes[peer] = RandomBits.cope(pair, field, alpha, seeds);
    }
    GlobalMacCheck check = new GlobalMacCheck(session, field, alpha, new BroadcastCheck(session));
    Opening opening = new Opening(session, field, check, OpeningMode.ALL);
    Products products =
        new Products(session, field, ots, tau) {
          @Override
          void make(int n, long[] a, long[] b, long[] c) throws MpcException {
            super.make(n, a, b, c);
            lies.products(c);
          }
        };
    Authentication authentication = new Authentication(session, field, alpha, copes, check);
    Triples triples = new Triples(session, field, products, authentication, check, opening, tau);
    RandomBits bits = new RandomBits(session, field, alpha, bitCopes, check, kernels, sigma);
    ShareArithmetic arithmetic = new ShareArithmetic(field, session.party(), alpha);
    Demux demux = lies.demux(field, arithmetic, opening);
    return new TableMaker(session, field, alpha, triples, bits, check, demux);
  }
}
