package org.schurmpc.cli.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides whether a request is answered. Requests are GET. On a loopback address they name a
 * loopback host, so that no page of another site reaches this one under a name that resolves to
 * this machine. They are the page's own or the user's, not those of another site, which could take
 * the places of readers without reading. If there is a token, it comes with the request, or a
 * cookie does that an earlier request with the token was given.
 */
public final class Guard {
  private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");
  private static final String BEARER = "Bearer ";
  private static final String TOKEN = "token=";

  /** What browsers say of a request by the page itself, and of one by the user. */
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private static final int COOKIE_BYTES = 16;

  private final PageAccess access;
  private final String home;
  private final String cookie;

  /**
   * Creates a guard.
   *
   * @param port the port of the page: browsers send cookies to all ports of a host
   * @param home the path below which the page is, such as "/"
   */
  public Guard(PageAccess access, int port, String home) {
    this.access = access;
    this.home = home;
    byte[] random = new byte[COOKIE_BYTES];
    new SecureRandom().nextBytes(random);
    this.cookie = "schur-mpc-" + port + "=" + HexFormat.of().formatHex(random);
  }

  /** Returns the reason for which a request is refused; empty if it is answered. */
  public Optional<PageAnswer> refuse(PageCall call) {
    if (!call.method().equals("GET")) {
      return Optional.of(PageAnswer.text(405, "This page is only read.").with("Allow", "GET"));
    }
    if (access.isLoopback() && !isOurs(call.header("Host"))) {
      return Optional.of(PageAnswer.text(403, "This page is not the host that was asked for."));
    }
    if (isForeign(call)) {
      return Optional.of(
          PageAnswer.text(
              403, "Another site asks for this page: enter its address in the browser."));
    }
    if (access.token().isEmpty() || hasCookie(call)) {
      return Optional.empty();
    }
    Optional<String> authorization = behind(call.header("Authorization"), BEARER);
    if (authorization.isPresent() && isToken(authorization.get())) {
      return Optional.empty();
    }
    Optional<String> query = behind(call.query(), TOKEN);
    if (query.isPresent() && isToken(query.get())) {
      return Optional.of(admit());
    }
    return Optional.of(
        PageAnswer.text(401, "This page needs its token: open it with ?token= and the token.")
            .with("WWW-Authenticate", "Bearer"));
  }

  /** Answers with a cookie, and the page's address, which does not show the token. */
  private PageAnswer admit() {
    return PageAnswer.text(303, "")
        .with("Set-Cookie", cookie + "; Path=" + home + "; HttpOnly; SameSite=Strict")
        .with("Location", home); // never what the request says: it could name another host
  }

  private boolean isOurs(Optional<String> host) {
    if (host.isEmpty()) {
      return false;
    }
    String name = PORT.matcher(host.get()).replaceFirst("").toLowerCase(Locale.ROOT);
    return LOOPBACK_HOSTS.contains(name)
        || name.equals(access.at().host().toLowerCase(Locale.ROOT));
  }

  /** Returns whether a browser says that another site asks. */
  private static boolean isForeign(PageCall call) {
    Optional<String> origin =
        call.header("Origin").map(each -> each.replaceFirst("^https?://", ""));
    boolean ours = origin.isEmpty() || origin.equals(call.header("Host"));
    return !ours || !call.header("Sec-Fetch-Site").map(OWN_SITES::contains).orElse(true);
  }

  private static Optional<String> behind(Optional<String> text, String start) {
    return text.filter(value -> value.startsWith(start))
        .map(value -> value.substring(start.length()));
  }

  private boolean hasCookie(PageCall call) {
    for (String line : call.headers("Cookie")) {
      for (String each : line.split(";", -1)) {
        if (equal(each.strip(), cookie)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isToken(String given) {
    return equal(given, access.token().orElseThrow());
  }

  /** Compares in a time that depends on neither text. */
  private static boolean equal(String given, String secret) {
    return MessageDigest.isEqual(hash(given), hash(secret));
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
