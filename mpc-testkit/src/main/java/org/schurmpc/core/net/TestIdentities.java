package org.schurmpc.core.net;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys with certificates that they signed themselves, for tests. */
public final class TestIdentities {

  private static final Duration DAY = Duration.ofDays(1);

  private TestIdentities() {}

  /** One that is valid for a day: ECDSA over P-256. */
  public static Identity valid(String name) {
    return new Identity(name, Instant.now().minus(DAY), Instant.now().plus(DAY));
  }

  /** One that expired yesterday. */
  public static Identity expired(String name) {
    return new Identity(name, Instant.now().minus(DAY.multipliedBy(2)), Instant.now().minus(DAY));
  }

  /** One that is valid from tomorrow on. */
  public static Identity notYetValid(String name) {
    return new Identity(name, Instant.now().plus(DAY), Instant.now().plus(DAY.multipliedBy(2)));
  }

  /** One with a key of another kind, such as RSA or Ed25519. */
  public static Identity withKey(String name, String algorithm, String signature) {
    return new Identity(
        name, algorithm, signature, Instant.now().minus(DAY), Instant.now().plus(DAY));
  }

  /** The TLS settings of each of {@code n} parties, all with identities of their own. */
  public static List<Tls> parties(int n) {
    List<Identity> identities = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      identities.add(valid("party " + i));
    }
    return parties(identities);
  }

  /** The TLS settings of each of the parties with these identities. */
  public static List<Tls> parties(List<Identity> identities) {
    List<Pin> pins = identities.stream().map(Identity::fingerprint).map(Pin::of).toList();
    return identities.stream().map(each -> new Tls(each.show(), pins)).toList();
  }

  /** A key and its certificate, valid or not. */
  public static final class Identity {
    private final X509Certificate certificate;
    private final PrivateKey key;

    @SuppressWarnings("JavaUtilDate") // what the builder takes
    Identity(String name, String algorithm, String signature, Instant from, Instant to) {
      try {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        if (algorithm.equals("EC")) {
          generator.initialize(256);
        }
        KeyPair pair = generator.generateKeyPair();
        X500Name subject = new X500Name("CN=" + name);
        BigInteger serial = new BigInteger(64, new SecureRandom());
        this.key = pair.getPrivate();
        this.certificate =
            new JcaX509CertificateConverter()
                .getCertificate(
                    new JcaX509v3CertificateBuilder(
                            subject,
                            serial,
                            Date.from(from),
                            Date.from(to),
                            subject,
                            pair.getPublic())
                        .build(new JcaContentSignerBuilder(signature).build(key)));
      } catch (GeneralSecurityException | OperatorCreationException e) {
        throw new IllegalStateException(e);
      }
    }

    Identity(String name, Instant from, Instant to) {
      this(name, "EC", "SHA256withECDSA", from, to);
    }

    /** What peers know it by. */
    public Fingerprint fingerprint() {
      return Fingerprint.of(certificate);
    }

    /** The certificate. */
    public X509Certificate certificate() {
      return certificate;
    }

    /** The key. */
    public PrivateKey key() {
      return key;
    }

    /** As the network takes it, also where it is not valid, which reading a file refuses. */
    public org.schurmpc.core.net.Identity show() {
      return new org.schurmpc.core.net.Identity(certificate, key);
    }

    /** Writes {@code NAME.crt} and {@code NAME.key} in PEM; returns the directory. */
    public Path write(Path directory, String name) throws IOException {
      write(directory.resolve(name + ".crt"), "CERTIFICATE", encoded());
      write(directory.resolve(name + ".key"), "PRIVATE KEY", key.getEncoded());
      return directory;
    }

    private byte[] encoded() {
      try {
        return certificate.getEncoded();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void write(Path file, String type, byte[] der) throws IOException {
      String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
      String pem = "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(type, body, type);
      Files.writeString(file, pem, StandardCharsets.US_ASCII);
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    }
  }
}
