/** What you may expect and what is expected of you, in plain language. */
export function Terms() {
  return (
    <main className="public-page">
      <article className="prose">
        <h1 className="headline">Terms of use</h1>
        <p className="lead">
          Highground is software that anybody can run. This page is between you and the people who run the server that
          you are on, called “the operator” below.
        </p>
        <h2>What you get</h2>
        <p>
          An account to set up battles, read rosters, play, and keep reports. It costs nothing unless the operator
          informed you otherwise before you signed up. The software comes as it is, under the MIT licence: it may have
          faults, it may be away for maintenance, and nobody promises that a battle kept here is kept for ever. Export
          what matters to you; the settings have a button for it.
        </p>
        <h2>What is yours</h2>
        <p>
          Your rosters, photos, battle logs and reports stay yours. You allow the operator to store them and to show
          them to the people you choose: an opponent you invite, and everybody who has the link of a report you share.
          You can take a shared report back at any time by turning sharing off.
        </p>
        <h2>What is expected of you</h2>
        <ul>
          <li>Give an email address that you can read, and keep your password to yourself.</li>
          <li>
            Upload only what you may upload. A roster file may hold texts that belong to somebody else; here they are
            shown to you alone and are left out of everything that is shared.
          </li>
          <li>Photograph the table, not people who have not agreed to it.</li>
          <li>
            Do not try to break in, to read what belongs to others, or to keep the server so busy that others cannot
            play.
          </li>
        </ul>
        <p>
          Those who do these things anyway may lose the account. If that happens you learn why, and your data is handed
          to you first where the law allows it.
        </p>
        <LaterTerms />
      </article>
    </main>
  );
}

function LaterTerms() {
  return (
    <>
      <h2>Rules, names and other people’s games</h2>
      <p>
        The rules, names and armies that come with Highground are original and in the public domain (CC0). Highground
        contains no rules text, art or logos of any publisher. It is not affiliated with, endorsed by or sponsored by
        any publisher of games or any maker of list builders. Names of other products only say which files can be read,
        and belong to their owners.
      </p>
      <h2>Leaving</h2>
      <p>
        You can delete your account in the settings whenever you like. Your games, rosters, photos and logs go with it.
        Seats that you held in other people’s battles become empty.
      </p>
      <h2>When this page changes</h2>
      <p>
        The operator may change these terms for the future, not for the past. If a change takes something away from you,
        you are informed by email at least two weeks before, so that you can export and leave.
      </p>
      <h2>When something goes wrong</h2>
      <p>
        Write to the operator first; most things can be mended. As far as the law allows, neither the operator nor the
        authors of the software are liable for lost battles, lost files or lost tempers. Where the law gives you more
        rights than this page, the law wins.
      </p>
    </>
  );
}
