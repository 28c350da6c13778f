export const body = (
  <>
    <p className="lead">
      If a computer rolls your dice, why should you believe it? Because it cannot choose them, and neither can your
      opponent. You can check every one of them, years later, on your own machine.
    </p>
    <p>
      Dice on a table are trusted because both players see them. Dice in a program are trusted because… usually there is
      no good ending to that sentence. Somebody wrote “random” somewhere, and the rest is faith. After the third failed
      charge in a row faith runs out.
    </p>
    <h2>Three locked boxes</h2>
    <p>
      Before a roll, three parties have each locked a number away: the site, your device and your opponent’s device.
      Locked means published as a hash: everybody can tell later that it is the same number, nobody can tell now which
      one it is.
    </p>
    <p>
      Then you choose: which unit advances, which one shoots at what. Your choice is written down and cannot be changed
      any more. Only now the boxes are opened, your opponent’s first, then yours, then the site’s, and the dice are cut
      from all three numbers together. Change a single one of them and every face changes. So the dice are fair as long
      as one of the three is honest, and one of the three is you.
    </p>
    <h2>What that rules out</h2>
    <ul>
      <li>
        <strong>Looking ahead.</strong> Nobody knows a die before the choice that rolls it is fixed, not even the people
        who run the site.
      </li>
      <li>
        <strong>Choosing the pleasant one.</strong> Each device opens its boxes in an order that was fixed at the start.
        There is nothing to try out.
      </li>
      <li>
        <strong>Rolling again.</strong> A roll that is taken back gives other dice the next time, and the first ones
        stay in the log, struck through, for both players.
      </li>
      <li>
        <strong>Typing a six.</strong> Dice of your own are welcome where both players agreed to them. They are marked
        wherever they are shown, and dice that are your opponent’s as well wait for a nod.
      </li>
    </ul>
    <h2>When somebody is away</h2>
    <p>
      A phone goes to sleep, a train enters a tunnel. The roll waits three seconds for your opponent’s device, then goes
      on and says so: no witness. You see at the table, in the log and in the statistics how many dice that concerns.
    </p>
    <h2>Do not take our word for it</h2>
    <p>
      Save a battle’s log and drop it on <a href="/verify">the page that checks dice</a>. It works in your browser, also
      without a connection, and names the first die that is not what it must be. Programmers find a command that plays
      the whole battle again as well, move by move, and compares every event with the rules. If both say that all is as
      it must be, what is left of that third failed charge is the oldest explanation there is: dice.
    </p>
  </>
);
