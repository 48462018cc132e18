package org.schurmpc.core.net;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Presents one identity to every peer that supports its kind of key. */
final class OwnKey extends X509ExtendedKeyManager {

  private static final String ALIAS = "own";

  private final Identity identity;
  private final String type;

  OwnKey(Identity identity) {
    this.identity = identity;
    this.type = identity.certificate().getPublicKey().getAlgorithm();
  }

  private String choose(String... types) {
    for (String each : types) {
      if (each.equals(type)) {
        return ALIAS;
      }
    }
    return null;
  }

  private String[] list(String wanted) {
    return wanted.equals(type) ? new String[] {ALIAS} : null;
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return choose(types);
  }

  @Override
  public String chooseEngineServerAlias(String wanted, Principal[] issuers, SSLEngine engine) {
    return choose(wanted);
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return choose(types);
  }

  @Override
  public String chooseServerAlias(String wanted, Principal[] issuers, Socket socket) {
    return choose(wanted);
  }

  @Override
  public String[] getClientAliases(String wanted, Principal[] issuers) {
    return list(wanted);
  }

  @Override
  public String[] getServerAliases(String wanted, Principal[] issuers) {
    return list(wanted);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {identity.certificate()};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return identity.key();
  }
}
