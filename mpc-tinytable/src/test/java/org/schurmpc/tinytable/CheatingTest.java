package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.session.SessionPairs;

class CheatingTest extends CheatingContract {
  static final int LANES = 65;

  /** So many gates a layer make the log of linear MACs a long one, with 65 lanes. */
  static final int MANY = 100;

  static final int FEW = 12;

  private static final List<Message> MESSAGES =
      List.of(
          Message.agreement(),
          // An input that arrived changed gives other tables' entries at either party.
          Message.inputs(Check.MAC),
          Message.caught("first layer", Check.MAC),
          Message.caught("last layer", Check.MAC),
          Message.proof("proof"),
          Message.proof("output"));

  private static final int FIRST_LAYER = SessionPairs.HANDSHAKE_FRAMES + 2;
  private static final int PROOF = FIRST_LAYER + 2;

  private static CheatCase newCase(String scheme, int gates, int cheater) throws Exception {
    var protocol = Configurations.tinytable(scheme, LANES, "plain");
    return new CheatCase(scheme, protocol, gates, true, cheater, MESSAGES);
  }

  /** A run of 65 lanes in which a party cheats. */
  static CheatedRun newRun(String scheme, int gates, int cheater, long seed) throws Exception {
    var protocol = Configurations.tinytable(scheme, LANES, "plain");
    return new CheatedRun(protocol, gates, true, cheater, seed);
  }

  @Override
  protected List<CheatCase> cases() throws Exception {
    return List.of(
        newCase("linear", MANY, 1),
        newCase("linear", FEW, 0),
        newCase("linear", FEW, 1),
        newCase("lookup64", FEW, 0),
        newCase("lookup64", MANY, 1),
        newCase("lookup32", FEW, 1),
        newCase("codeword", FEW, 0),
        newCase("codeword 255x85", MANY, 1));
  }

  @Override
  protected List<Lie.Told> lies() throws Exception {
    List<Lie.Told> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      all.add(told("linear", FEW, cheater));
      all.add(told("lookup64", FEW, cheater));
      all.add(told("codeword 256x120", FEW, cheater));
      all.add(told("codeword 255x85", FEW, cheater));
    }
    all.add(told("linear", MANY, 1));
    all.add(told("lookup32", FEW, 0));
    // Long logs are compared by their polynomial hashes.
    all.add(told("codeword 16x5", MANY, 0));
    return all;
  }

  private static Lie.Told told(String scheme, int gates, int cheater) throws Exception {
    List<Lie> lies =
        scheme.startsWith("codeword")
            ? CodewordLies.of(Configurations.tinytable(scheme, LANES, "plain"))
            : TableLies.of(scheme);
    return new Lie.Told(newCase(scheme, gates, cheater), lies);
  }

  /** No share of an output's mask leaves a party that has not seen the proof (early r_o). */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup32, 1", "codeword, 0"})
  void noMaskIsSentBeforeTheProofsMatched(String scheme, int cheater) throws Exception {
    for (int frame = FIRST_LAYER; frame <= PROOF; frame++) {
      CheatedRun cheat = newRun(scheme, FEW, cheater, 42 + frame);
      List<Integer> sent = new ArrayList<>();
      CheatedRun.Outcome honest =
          cheat
              .outcomes(
                  CheatedRun.flip(frame, 0, 1),
                  (peer, index, bytes) -> {
                    sent.add(index);
                    return bytes;
                  })
              .get(cheat.honest());
      cheat.requireCaught(honest, Check.MAC);
      assertEquals(PROOF, sent.get(sent.size() - 1), "frames " + sent);
    }
  }
}
