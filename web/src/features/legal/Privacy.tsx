const KEPT = [
  [
    'Email address and display name',
    'To log you in, to send a link when you forget your password, and so that opponents know who you are. Opponents see the display name only.',
  ],
  ['Password', 'Only as an Argon2id hash. Nobody can read it, the operator included.'],
  ['Logins', 'A random token for each, of which the server keeps a hash and the time it ends. Logging out deletes it.'],
  ['Rosters, games, battle logs, photos', 'Because that is what you use this for. They belong to your account.'],
  ['Newsletter address', 'If you left one. It is used for the newsletter and for nothing else.'],
  [
    'Server log',
    'Time, address of the page, status and duration of a request, for finding faults. Tokens and passwords are never written there.',
  ],
] as const;

/** What is kept, why, for how long, and how to be rid of it. */
export function Privacy() {
  return (
    <main className="public-page">
      <article className="prose">
        <h1 className="headline">Privacy</h1>
        <p className="lead">
          Highground is self-hosted. What you enter here goes to this server and stays on it. There is no analytics, no
          advertising and no script, font or picture from anybody else’s server.
        </p>
        <h2>What is kept, and why</h2>
        <dl>
          {KEPT.map(([what, why]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
        <h2>What your browser keeps</h2>
        <p>
          Your login token, if you chose to be remembered (otherwise it ends with the tab), the colour theme, and the
          roster you looked at last. There are no tracking cookies. Logging in through another provider sets one
          short-lived cookie that only connects your way there with your way back.
        </p>
        <h2>Who sees what</h2>
        <p>
          Games, rosters and photos are private. An opponent you invited sees the battle you share. A report becomes
          public to everybody who has its link when you turn sharing on, and stops being so when you turn it off. Texts
          from your roster file never appear in shared reports, in other players’ exports or in statistics; names,
          numbers and points do.
        </p>
        <h2>Photos</h2>
        <p>
          Photos of the table are read on this server, by this software. They are not sent to any recognition service.
          They show what your camera sees: please keep people out of the picture. If you say which face a symbol on your
          dice stands for, small grey pictures of it are kept with your account until you forget it in the settings.
        </p>
        <h2>Other companies</h2>
        <p>
          None by default. If the operator has set up login through a provider, that provider learns that you log in
          here, once you press its button. If the operator sends email through a mail service, that service carries the
          letters.
        </p>
        <h2>For how long</h2>
        <p>
          Until you delete it. A single roster or game goes at once when you delete it; deleting the account in the
          settings removes everything listed above that is yours. Backups of the operator may hold it until they are
          overwritten.
        </p>
        <h2>Your rights</h2>
        <p>
          See it: the settings export everything that is kept about you as files. Correct it: change it where it stands.
          Delete it: in the settings, without asking anybody. For everything else, and for the name and address of who
          is responsible, write to the operator of this server.
        </p>
      </article>
    </main>
  );
}
