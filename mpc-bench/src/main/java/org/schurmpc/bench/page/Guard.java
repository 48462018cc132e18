package org.schurmpc.bench.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
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
final class Guard {
  private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");
  private static final String BEARER = "Bearer ";
  private static final String TOKEN = "token=";

  /** What browsers say of a request by the page itself, and of one by the user. */
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private static final int COOKIE_BYTES = 16;

  private final PageAccess access;
  private final String cookie;

  /**
   * Creates a guard.
   *
   * @param port the port of the page: browsers send cookies to all ports of a host
   */
  Guard(PageAccess access, int port) {
    this.access = access;
    byte[] random = new byte[COOKIE_BYTES];
    new SecureRandom().nextBytes(random);
    this.cookie = "schur-mpc-" + port + "=" + HexFormat.of().formatHex(random);
  }

  /** Returns the reason for which a request is refused; empty if it is answered. */
  Optional<Answer> refuse(HttpExchange exchange) {
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      return Optional.of(Answer.text(405, "This page is only read."));
    }
    if (access.isLoopback() && !isOurs(exchange.getRequestHeaders().getFirst("Host"))) {
      return Optional.of(Answer.text(403, "This page is not the host that was asked for."));
    }
    if (isForeign(exchange.getRequestHeaders())) {
      return Optional.of(
          Answer.text(403, "Another site asks for this page: enter its address in the browser."));
    }
    if (access.token().isEmpty() || hasCookie(exchange.getRequestHeaders())) {
      return Optional.empty();
    }
    Optional<String> authorization = authorization(exchange.getRequestHeaders());
    if (authorization.isPresent() && isToken(authorization.get())) {
      return Optional.empty();
    }
    Optional<String> query = query(exchange);
    if (query.isPresent() && isToken(query.get())) {
      return Optional.of(admit(exchange));
    }
    exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
    return Optional.of(
        Answer.text(401, "This page needs its token: open it with ?token= and the token."));
  }

  /** Answers with a cookie, and the page's address, which does not show the token. */
  private Answer admit(HttpExchange exchange) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Set-Cookie", cookie + "; Path=/; HttpOnly; SameSite=Strict");
    headers.set("Location", "/"); // never what the request says: it could name another host
    return Answer.text(303, "");
  }

  private boolean isOurs(String host) {
    if (host == null) {
      return false;
    }
    String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
    return LOOPBACK_HOSTS.contains(name)
        || name.equals(access.at().host().toLowerCase(Locale.ROOT));
  }

  /** Returns whether a browser says that another site asks. */
  private static boolean isForeign(Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    String origin = headers.getFirst("Origin");
    boolean ours =
        origin == null || origin.replaceFirst("^https?://", "").equals(headers.getFirst("Host"));
    return !ours || (site != null && !OWN_SITES.contains(site));
  }

  private static Optional<String> authorization(Headers headers) {
    return Optional.ofNullable(headers.getFirst("Authorization"))
        .filter(value -> value.startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()));
  }

  private static Optional<String> query(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getQuery())
        .filter(query -> query.startsWith(TOKEN))
        .map(query -> query.substring(TOKEN.length()));
  }

  private boolean hasCookie(Headers headers) {
    for (String line : headers.getOrDefault("Cookie", List.of())) {
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
