package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.Material;

class CheatingTest extends CheatingContract {
  private static final int LANES = 64;

  /** Fills a chunk and one lane of another. */
  private static final int UNEVEN_LANES = 65;

  /** So many gates a layer make the MAC check of the compute phase toss a key, with 64 lanes. */
  private static final int MANY = 1100;

  /** So many do not. */
  private static final int FEW = 12;

  private static CheatCase newCase(int sigma, int lanes, int gates, int cheater) throws Exception {
    return new CheatCase(
        "sigma " + sigma,
        Configurations.tinyot(sigma, lanes, "plain"),
        gates,
        false,
        cheater,
        messages(gates));
  }

  private static List<Message> messages(int gates) {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.inputs(Check.TRANSCRIPT, Check.MAC));
    all.add(Message.caught("first opening", Check.MAC));
    all.add(Message.caught("last opening", Check.MAC));
    if (gates == MANY) {
      all.add(Message.caught("toss commitment", Check.COMMITMENT));
      all.add(Message.caught("toss opening", Check.COMMITMENT));
    }
    all.add(Message.proof("MAC hash"));
    all.add(Message.caught("transcript", Check.TRANSCRIPT));
    all.add(Message.caught("output", Check.MAC));
    all.add(Message.proof("output MAC hash"));
    return all;
  }

  @Override
  protected List<CheatCase> cases() throws Exception {
    return List.of(
        newCase(64, LANES, MANY, 1),
        newCase(64, LANES, FEW, 0),
        newCase(64, LANES, FEW, 1),
        newCase(80, LANES, MANY, 0),
        newCase(64, LANES, MANY, 0),
        newCase(80, LANES, FEW, 1));
  }

  @Override
  protected List<Lie.Told> lies() throws Exception {
    return List.of(told(64, FEW, 0), told(64, FEW, 1), told(64, MANY, 0), told(80, FEW, 1));
  }

  private static Lie.Told told(int sigma, int gates, int cheater) throws Exception {
    return new Lie.Told(
        newCase(sigma, UNEVEN_LANES, gates, cheater),
        Lies.of(Material.of(sigma == 80 ? 2 : 1), gates, cheater));
  }

  private static CheatedRun uneven(int cheater) throws Exception {
    var protocol = Configurations.tinyot(64, UNEVEN_LANES, "plain");
    return new CheatedRun(protocol, FEW, false, cheater, 42);
  }

  /** Lanes that fill up a chunk have no MACs; what they hold goes nowhere. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void fillingLanesAreOfNoUse(int cheater) throws Exception {
    CheatedRun cheat = uneven(cheater);
    int firstOpening = SessionPairs.HANDSHAKE_FRAMES + 2;
    // Lane 65 + 1 of the first gate.
    cheat.requireCaught(cheat.honestOutcome(CheatedRun.flip(firstOpening, 8, 2)), Check.TRANSCRIPT);
  }

  /** In a lane that only fills up a chunk a lie changes nothing, and shows in no output. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void aLieInAFillingLaneChangesNothing(int cheater) throws Exception {
    BitMatrix right = uneven(cheater).honestOutcome().output();
    CheatedRun cheat =
        uneven(cheater)
            .alter(
                Material.of(1).andTriples(),
                1,
                (data, at) -> data[at + Material.tripleBits(Material.A)] ^= -2);
    CheatedRun.Outcome honest = cheat.honestOutcome();
    assertNull(honest.failure());
    assertEquals(right, honest.output());
  }
}
