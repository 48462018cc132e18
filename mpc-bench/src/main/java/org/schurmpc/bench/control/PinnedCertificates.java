package org.schurmpc.bench.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.net.Tls;

/**
 * Authenticates by TLS with certificates on both sides. A certificate determines the role; parties
 * of one index share a certificate in all instances.
 */
public final class PinnedCertificates implements Credentials {
  private final Identity identity;
  private final List<Pin> parties;
  private final Optional<Pin> dealer;
  private final Optional<Pin> monitor;

  /**
   * Creates the credentials of one process.
   *
   * @param identity the identity of this process
   * @param parties the certificates that each party may show, by index
   * @param dealer the certificates that the dealer may show; empty if there is no dealer
   * @param monitor the certificates that the Monitor may show; empty in the Monitor's own process
   * @throws BadFile if two roles have one certificate
   */
  public PinnedCertificates(
      Identity identity, List<Pin> parties, Optional<Pin> dealer, Optional<Pin> monitor)
      throws BadFile {
    this.identity = identity;
    this.parties = List.copyOf(parties);
    this.dealer = dealer;
    this.monitor = monitor;
    List<Pin> all = callers();
    monitor.ifPresent(all::add);
    if (!Pin.allDiffer(all)) {
      throw new BadFile(
          "two pieces of the benchmark have the same fingerprint: each needs its own");
    }
  }

  @Override
  public NetOptions monitor(NetOptions options) {
    return options.withTls(new Tls(identity, callers()));
  }

  private List<Pin> callers() {
    List<Pin> callers = new ArrayList<>(parties);
    dealer.ifPresent(callers::add);
    return callers;
  }

  @Override
  public NetOptions toMonitor(NetOptions options) throws BadFile {
    return options.withTls(new Tls(identity, List.of(pin(monitor, "monitor"))));
  }

  @Override
  public NetOptions dealer(NetOptions options) {
    return options.withTls(new Tls(identity, parties));
  }

  @Override
  public NetOptions toDealer(NetOptions options) throws BadFile {
    return options.withTls(new Tls(identity, List.of(pin(dealer, "dealer"))));
  }

  private static Pin pin(Optional<Pin> pin, String who) throws BadFile {
    return pin.orElseThrow(
        () -> new BadFile("the configuration says no fingerprint of [" + who + "]"));
  }

  @Override
  public NetOptions amongParties(NetOptions options) {
    return options.withTls(new Tls(identity, parties));
  }

  @Override
  public void requireParties(int number) throws BadFile {
    if (parties.size() != number) {
      throw new BadFile(
          "the configuration has %d parties and the run %d: compare [[party]] and --parties"
              .formatted(parties.size(), number));
    }
  }

  @Override
  public String token() {
    return "";
  }

  @Override
  public boolean prove(Message.Hello hello, ControlChannel caller) {
    Optional<Fingerprint> shown = caller.certificates().map(Certificates::theirs);
    return expected(hello.role()).filter(pin -> pin.accepts(shown.orElse(null))).isPresent();
  }

  private Optional<Pin> expected(Role role) {
    if (role == null || role.isDealer()) {
      return role == null ? Optional.empty() : dealer;
    }
    return role.party() >= 0 && role.party() < parties.size()
        ? Optional.of(parties.get(role.party()))
        : Optional.empty();
  }

  @Override
  public String objection() {
    return "your certificate is another piece's of this benchmark: compare --party, --cert and the"
        + " fingerprints in the configuration";
  }

  @Override
  public String description() {
    return "TLS 1.3, certificates pinned on both sides";
  }
}
