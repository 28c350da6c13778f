import { Link } from 'react-router';

export const body = (
  <>
    <p className="lead">
      A report of a whole battle holds several hundred actions. Nobody reads them from the first to the last. This is
      how to find the ten that mattered.
    </p>
    <p>
      Open the <Link to="/shared/demo/logs">demo battle</Link> beside this page and follow along. It needs no account.
      Two sample armies of two thousand points fight over five objectives, and every one of their dice is in there.
    </p>
    <h2>Begin at the ribbon</h2>
    <p>
      Under the board runs a ribbon with the five rounds. The two lines are the victory points of both armies, and the
      small bars show how much happened in each phase. Look for two things: where the lines cross or part, and where the
      bars are tall. A tall bar with flat lines is a fight that decided nothing. A short bar with a jump in the lines is
      a quiet move onto an objective, and those win games.
    </p>
    <h2>Stand at the end of a phase</h2>
    <p>
      Three sliders choose round, turn and phase. The board shows how things stood at the end of that phase. Step from
      the end of one movement phase to the end of the next, and you watch the plan instead of the noise. Units that have
      acted are dimmed; the ring around an objective has the colour of the army that holds it, and a flag, so that
      colour alone does not have to tell you.
    </p>
    <h2>Open an action</h2>
    <p>
      Beside the board is the list of what happened in the phase. Open an entry and the map draws it: where the unit
      started, the way each miniature took, which unit shot at which. An attack brings its table of dice. In each column
      stands what was needed and what was rolled. A filled face is a success, a hollow one a failure, a star is a
      critical, and a struck-out die is one that was rerolled.
    </p>
    <p>
      Click on a number and it explains itself. A save on 5+ that you remember as a 4+ will name the rule that changed
      it. This is the part that ends arguments, so it is worth knowing where it is.
    </p>
    <h2>Select a unit</h2>
    <p>
      A click on a unit draws its reach: how far it moves, how far it can get with its longest move, how far its weapons
      carry. The green and red areas show what it can see and what it cannot. Shift and click measures from anywhere to
      anywhere. If you wonder whether the shot in round three was possible at all, measure it.
    </p>
    <h2>Keys for people in a hurry</h2>
    <ul>
      <li>Space plays the battle and pauses it.</li>
      <li>The arrow keys go from action to action, with Shift from phase to phase.</li>
      <li>Plus, minus and 0 zoom in, out and back to the whole board.</li>
      <li>The question mark lists the rest.</li>
    </ul>
    <h2>Send the moment, not the battle</h2>
    <p>
      Each action has a link of its own. Copy it, and everyone who opens it stands at that action, with the arrow on the
      board and the dice on the table. “Look at this” works better than “somewhere in round four, I think after the
      charge”.
    </p>
  </>
);
