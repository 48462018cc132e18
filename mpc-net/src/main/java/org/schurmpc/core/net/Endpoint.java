package org.schurmpc.core.net;

import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;

/**
 * Represents an address on which a party or service listens.
 *
 * @param host a name or an address: 1 to 255 letters, digits, '.', '-', '_', ':' and '%'
 * @param port 0 to 65535; 0 lets the system choose, for listening only
 */
public record Endpoint(String host, int port) {
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,255}");

  public Endpoint {
    if (!isHost(host)) {
      throw new IllegalArgumentException("a host is a name or an address");
    }
    if (port < 0 || port > 0xFFFF) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
  }

  /** Returns whether a text can be a host. Peers may send hosts, which appear in messages. */
  public static boolean isHost(String text) {
    return HOST.matcher(text).matches();
  }

  /** Parses "host:port", with an IPv6 address in brackets. */
  public static Endpoint parse(String text) throws Refused {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new Refused("\"" + text + "\" is not host:port; write IPv6 addresses in brackets.");
    }
    if (host.isEmpty() || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new Refused("\"" + text + "\" is not host:port.");
    }
    if (!isHost(host)) {
      throw new Refused(
          "The host of an address has letters a to z, digits, dots, dashes and underscores only.");
    }
    int port = Integer.parseInt(text.substring(colon + 1));
    if (port > 0xFFFF) {
      throw new Refused("\"" + text + "\" names a port above 65535.");
    }
    return new Endpoint(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
