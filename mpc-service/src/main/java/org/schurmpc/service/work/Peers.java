package org.schurmpc.service.work;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.control.ControlLine;
import org.schurmpc.service.control.Message;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.Work;

/** The other parties: whether they are connected, and what they say of themselves. */
final class Peers {
  private final Catalogue catalogue;
  private final Links links;
  private final Map<Integer, Instant> certificateEnds = new ConcurrentHashMap<>(); // of peers
  private volatile Instant certificateEnd = Instant.EPOCH; // of this party
  private volatile Optional<ControlLine> line = Optional.empty();
  private volatile String lost = "the parties have not been connected yet";

  Peers(Catalogue catalogue, Links links) {
    this.catalogue = catalogue;
    this.links = links;
  }

  /** Takes a line, and returns the jobs in which the parties differ, each with a sentence. */
  Map<String, String> connected(ControlLine now) {
    line = Optional.of(now);
    count();
    return JobParts.differences(
        catalogue.config().jobs().values(), now.descriptions(), now.party());
  }

  void lost(String why) {
    line = Optional.empty();
    lost = why;
    count();
  }

  /** Counts whether the parties are connected. */
  void count() {
    ServiceConfig config = catalogue.config();
    for (int i = 0; i < config.parties().size(); i++) {
      if (i != config.party()) {
        links.meter().peerUp(i + 1, line.isPresent());
      }
    }
  }

  /**
   * Returns the line.
   *
   * @throws Refused if there is none
   */
  ControlLine line() throws Refused {
    return line.orElseThrow(() -> new Refused("the parties are not connected"));
  }

  /** Returns the certificates of all parties, as they showed them or else as they are listed. */
  List<Fingerprint> certificates() {
    return line.map(ControlLine::certificates)
        .filter(all -> !all.isEmpty())
        .orElseGet(
            () ->
                catalogue.config().parties().stream()
                    .map(party -> party.pin().accepted().get(0))
                    .toList());
  }

  Work.Health health() {
    boolean up = line.isPresent();
    return new Work.Health("parties", up, up ? "all parties are connected" : lost);
  }

  /** Returns what this party tells of its audit log and its certificate. */
  Message.Audit audit() {
    AuditLog.Head head = links.book().operations().auditHead();
    return new Message.Audit(
        head.lines(), head.hash(), Math.max(0, certificateEnd.getEpochSecond()));
  }

  void told(int party, Message.Audit audit) {
    certificateEnds.put(party, Instant.ofEpochSecond(audit.certificate()));
    links.book().operations().peerHead(party, new AuditLog.Head(audit.lines(), audit.head()));
  }

  void certificate(X509Certificate certificate) {
    certificateEnd = certificate.getNotAfter().toInstant();
  }

  Map<Integer, Instant> certificateEnds() {
    return Map.copyOf(certificateEnds);
  }
}
