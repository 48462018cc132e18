package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.ledger.RunTable.Decision;
import org.schurmpc.core.session.Session;

/**
 * Agrees with the parties of a session on a run, on its sets, and on what becomes of runs that were
 * broken off. A party that lies makes others refuse, or brings about what {@link RunTable} permits
 * for what the honest parties say.
 */
final class SetAgreement {
  private final Session session;
  private final KeptSets mine;
  private final RunTerms terms;
  private final SetHistory history;

  private SetAgreement(Session session, KeptSets mine, RunTerms terms) {
    this.session = session;
    this.mine = mine;
    this.terms = terms;
    this.history = mine.history();
  }

  static SetRun agree(Session session, KeptSets mine, RunTerms terms, KeptSets.Ending ending)
      throws MpcException {
    SetRun run = new SetRun(mine, terms);
    mine.enter(run);
    boolean agreed = false;
    try {
      new SetAgreement(session, mine, terms).agree(run, ending);
      agreed = true;
      return run;
    } finally {
      if (!agreed) {
        run.close();
      }
    }
  }

  private void agree(SetRun run, KeptSets.Ending ending) throws MpcException {
    requireShown();
    requireIntact();
    List<SetStatement> all = exchange();
    requireNoLess(all);
    SortedMap<RunId, Decision> decisions = decide(all);
    List<String> later = new ArrayList<>(mine.settle(decisions, terms.id(), ending));
    later.addAll(said(all));
    requireFree(decisions);
    requireNotLost(all, decisions);
    run.fix();
    // No party begins before all have noted the decisions.
    compare(run, decisions);
    requireFits(run);
    run.agreed(session.hash("run").add(terms.hash().digest()).digest(), later);
  }

  private void requireShown() throws Refused {
    List<String> bound = history.certificates(mine.ledger().header().certificates());
    List<String> shown = shown(session);
    if (shown.isEmpty() != bound.isEmpty()) {
      throw new Refused(
          "the sets are for %s, and the parties are not connected so"
              .formatted(bound.isEmpty() ? "plaintext lines" : "TLS"));
    }
    for (int i = 0; i < shown.size(); i++) {
      if (!shown.get(i).equals(bound.get(i))) {
        throw new Refused(
            "the sets are for the certificate %s of party %d, which shows %s"
                .formatted(bound.get(i), i + 1, shown.get(i)));
      }
    }
  }

  private static List<String> shown(Session session) {
    return session.certificates().stream().map(Fingerprint::toString).toList();
  }

  static void rebind(Session session, KeptSets mine) throws MpcException {
    List<String> shown = shown(session);
    List<String> bound = mine.history().certificates(mine.ledger().header().certificates());
    FieldHash hash = new FieldHash("certificates").add(shown.size());
    shown.forEach(hash::add);
    requireEqual(session, "the certificates that they see", hash);
    List<String> entries = new ArrayList<>();
    for (int i = 0; i < shown.size() && shown.size() == bound.size(); i++) {
      if (!shown.get(i).equals(bound.get(i))) {
        entries.add("%s bound %d %s".formatted(SetHistory.WORD, i + 1, shown.get(i)));
      }
    }
    mine.note(entries);
  }

  private static void requireEqual(Session session, String what, FieldHash value)
      throws MpcException {
    PublicValue.requireEqual(session, new TreeMap<>(Map.of(what, value.digest())));
  }

  private void requireIntact() throws MpcException {
    mine.guards().requireUsable(terms.keys());
    for (SetUse use : terms.uses()) {
      Optional<Destruction> burnt = history.burnt(use.name());
      if (use.reads() && burnt.isPresent()) {
        throw new BadFile(burnt.get().sentence("the set " + use.name()), Remedy.MAKE_NEW_STORE);
      }
    }
  }

  private List<SetStatement> exchange() throws MpcException {
    byte[] statement = mine.statement(terms).bytes();
    if (statement.length > SetStatement.MAX_BYTES) {
      throw new Refused("too many runs are not settled: they have to end first");
    }
    byte[][] said =
        Descriptions.exchange(
            session, statement, SetStatement.MAX_BYTES, "a description of sets and runs");
    List<SetStatement> all = new ArrayList<>();
    FieldHash hash = new FieldHash("descriptions of sets and runs");
    for (byte[] each : said) {
      SetStatement parsed = SetStatement.parse(each);
      session.require(parsed != null, Check.MALFORMED, "a description of sets and runs");
      all.add(parsed);
      hash.add(each);
    }
    // All parties decide by the same statements.
    requireEqual(session, "what they heard of each other's sets and runs", hash);
    return all;
  }

  /** A peer that says less than before was put back, or lies. */
  private void requireNoLess(List<SetStatement> all) throws Disagreement {
    for (int party = 0; party < all.size(); party++) {
      long count = all.get(party).count();
      if (party != session.party() && count < history.said(party)) {
        throw new Disagreement(
            ("party %d says that it has committed %d runs, and has said %d before: a copy was put"
                    + " back, or that party lies")
                .formatted(party + 1, count, history.said(party)));
      }
    }
  }

  private List<String> said(List<SetStatement> all) {
    List<String> entries = new ArrayList<>();
    for (int party = 0; party < all.size(); party++) {
      if (party != session.party() && all.get(party).count() > history.said(party)) {
        entries.add("%s said %d %d".formatted(SetHistory.WORD, party + 1, all.get(party).count()));
      }
    }
    return entries;
  }

  private SortedMap<RunId, Decision> decide(List<SetStatement> all) throws Disagreement {
    SortedSet<RunId> runs = new TreeSet<>();
    all.forEach(each -> runs.addAll(each.runs().keySet()));
    SortedMap<RunId, Decision> decisions = new TreeMap<>();
    for (RunId run : runs) {
      List<Standing> standings =
          all.stream().map(each -> each.runs().getOrDefault(run, Standing.NONE)).toList();
      decisions.put(run, RunTable.decide(run, standings));
    }
    return decisions;
  }

  /** Refuses a run that has ended, or that another session is at work on, and sets in its use. */
  private void requireFree(SortedMap<RunId, Decision> decisions) throws Refused {
    if (decisions.getOrDefault(terms.id(), Decision.BACK) != Decision.BACK) {
      throw new Refused("run %s has ended already, or is not over".formatted(terms.id()));
    }
    for (SetUse use : terms.uses()) {
      Optional<RunId> writer = history.writer(use.name());
      if (writer.isPresent()) {
        throw new Refused("the set %s is in use by run %s".formatted(use.name(), writer.get()));
      }
    }
  }

  /**
   * Refuses states from which values were revealed in a run without a result, unless all operators
   * ask for them.
   */
  private void requireNotLost(List<SetStatement> all, SortedMap<RunId, Decision> decisions)
      throws MpcException {
    SortedMap<String, Long> lost = new TreeMap<>();
    for (SetStatement each : all) {
      lost.putAll(each.lost());
      each.losing()
          .forEach(
              (run, states) -> {
                if (decisions.get(run) == Decision.LOSE) {
                  lost.putAll(states);
                }
              });
    }
    for (SetStatement each : all) {
      if (!each.resets().equals(all.get(0).resets())) {
        throw new Disagreement("the parties differ in the versions of sets to go back to");
      }
    }
    List<String> entries = new ArrayList<>();
    for (SetUse use : terms.uses()) {
      Long asked = terms.resets().get(use.name());
      Long version = lost.get(use.name());
      if (asked != null && !asked.equals(version)) {
        throw new Refused(
            "the set %s is not lost at version %d: there is nothing to go back from"
                .formatted(use.name(), asked));
      }
      if (version != null && asked == null && use.kind() == SetUse.Kind.STATE) {
        throw new Refused(
            ("the set %s is lost: a run of version %d revealed values and was not completed;"
                    + " unless all operators ask for this version, it is not used again")
                .formatted(use.name(), version),
            Remedy.ASK_FOR_MEMORY);
      }
      if (asked != null && history.lost(use.name())) {
        entries.add("%s reset %s".formatted(SetHistory.WORD, use.name()));
      }
    }
    mine.note(entries);
  }

  private void compare(SetRun run, SortedMap<RunId, Decision> decisions) throws MpcException {
    SortedMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the run", terms.hash().digest());
    FieldHash decided = new FieldHash("decisions").add(decisions.size());
    decisions.forEach((id, decision) -> decided.add(id.toString()).add(decision.name()));
    digests.put("what becomes of runs that were broken off", decided.digest());
    FieldHash sets = new FieldHash("sets of a run").add(terms.uses().size());
    for (SetUse use : terms.uses()) {
      sets.add(use.name());
      run.version(use.name()).ifPresentOrElse(version -> version.addTo(sets), () -> sets.add(0));
    }
    digests.put("the sets that it uses", sets.digest());
    PublicValue.requireEqual(session, digests);
  }

  private void requireFits(SetRun run) throws Refused {
    for (SetUse use : terms.uses()) {
      Optional<SetVersion> version = run.version(use.name());
      if (version.isEmpty() && use.reads()) {
        throw new Refused("there is no set " + use.name());
      }
      if (version.isPresent()) {
        requireFits(use, version.get());
      }
    }
  }

  private static void requireFits(SetUse use, SetVersion version) throws Refused {
    if (version.kind() != use.kind()) {
      throw unfit(use, "a " + version.kind().word(), use.kind().word());
    }
    if (!use.reads()) {
      if (use.kind() == SetUse.Kind.STATE) {
        throw new Refused("the state %s exists: drop it first".formatted(use.name()));
      }
      return;
    }
    if (!version.type().equals(use.type()) || version.count() != use.count()) {
      throw unfit(
          use,
          "%,d of type %s".formatted(version.count(), version.type()),
          "%,d of type %s".formatted(use.count(), use.type()));
    }
    if (!version.key().equals(use.readKey())) {
      throw unfit(use, "under the key " + version.key(), use.readKey().toString());
    }
  }

  private static Refused unfit(SetUse use, String is, String wanted) {
    return new Refused(
        "the set %s is %s, and what is wanted is %s".formatted(use.name(), is, wanted));
  }
}
